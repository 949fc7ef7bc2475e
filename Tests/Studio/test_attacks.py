"""What a hostile page, a hostile program or a hostile statement tries, and that it is refused."""

import concurrent.futures
import json
import os
import re
import socket
import sqlite3
import threading
import time
import unittest

import data
from studio import Studio

# What is run in no way, whatever stands before it.
FORBIDDEN = ("PRAGMA user_version = 9", "PRAGMA journal_mode = DELETE", "ATTACH 'other.db' AS o", "DETACH main", "VACUUM", "VACUUM INTO 'other.db'",
             "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "END", "ROLLBACK", "SAVEPOINT s", "RELEASE s", "ROLLBACK TO s", "EXPLAIN DELETE FROM city",
             "EXPLAIN PRAGMA user_version = 9", "EXPLAIN QUERY PLAN DELETE FROM city", "EXPLAIN WITH x AS (SELECT 1) DELETE FROM city",
             "WITH x AS (SELECT 1) PRAGMA user_version = 9", "WITH x AS (SELECT 1) DROP TABLE city", "WITH x AS (DELETE FROM city) SELECT 1",
             "SELECT 1; DELETE FROM city", "DELETE FROM city; PRAGMA user_version = 9", "DELETE FROM city; COMMIT", "'DELETE' FROM city",
             "(DELETE FROM city)", "DELETED FROM city")
STARTS = ("", ";", " ;;\n", "-- DELETE\n", "/* DELETE */", "/*/ DELETE */", "\ufeff", "\ufeff;", ";\ufeff", "/* a */ -- b\r\n\t;")

class Attacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.studio = Studio("--deadline", "2")

    @classmethod
    def tearDownClass(cls):
        cls.studio.close()

    def status(self, method="POST", path="/api/schema", **options):
        return self.studio.request(method, path, **options)[0]

    # Requests

    def test_only_loopback_listens(self):
        with open("/proc/net/tcp") as file:
            local = [line.split()[1] for line in file if line.split()[3] == "0A"]
        port = f"{self.studio.port:04X}"
        self.assertEqual([place for place in local if place.endswith(":" + port)], ["0100007F:" + port])
        with open("/proc/net/tcp6") as file:
            self.assertFalse([line for line in file if line.split()[1].endswith(":" + port)])

    def test_the_token_is_needed(self):
        self.assertEqual(self.status(), 200)
        self.assertEqual(self.status(token=False), 401)
        for wrong in ("", "Bearer", "Bearer ", "Bearer x", f"Bearer {self.studio.token}0", f"Bearer {self.studio.token[:-1]}",
                      f"Basic {self.studio.token}", f"bearer{self.studio.token}", self.studio.token):
            self.assertEqual(self.status(headers={"Authorization": wrong}), 401, wrong)
        self.assertEqual(self.status(token=False, headers={"Cookie": f"token={self.studio.token}"}), 401)
        self.assertEqual(self.status(path=f"/api/schema?token={self.studio.token}", token=False), 401)
        self.assertEqual(self.status("GET", "/api/live", token=False), 401)

    def test_names_that_lead_here_are_refused(self):
        port = self.studio.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1:{port}.evil.example", "",
                     f"127.1:{port}", f"0.0.0.0:{port}", None):
            self.assertEqual(self.status(headers={"Host": host}), 421, host)
            self.assertEqual(self.status("GET", "/", headers={"Host": host}), 421, host)
        self.assertEqual(self.status(headers={"Host": f"localhost:{port}"}), 200)

    def test_other_origins_are_refused(self):
        port = self.studio.port
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}", "http://127.0.0.1",
                       f"http://127.0.0.1:{port}.evil.example", "file://"):
            self.assertEqual(self.status(headers={"Origin": origin}), 403, origin)
        for site in ("cross-site", "same-site"):
            self.assertEqual(self.status(headers={"Sec-Fetch-Site": site}), 403, site)
            self.assertEqual(self.status("GET", "/", headers={"Sec-Fetch-Site": site}), 403, site)
        self.assertEqual(self.status(headers={"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}), 200)

    def test_forms_are_refused(self):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
            self.assertEqual(self.status(headers={"Content-Type": kind}), 415, kind)
        self.assertEqual(self.status("GET"), 405)
        self.assertEqual(self.status("PUT"), 405)
        # No preflight is ever allowed.
        status, headers, _ = self.studio.request("OPTIONS", "/api/schema", token=False)
        self.assertNotEqual(status, 200)
        self.assertFalse([name for name in headers if name.lower().startswith("access-control")])

    def test_no_file_is_reachable(self):
        for path in ("/etc/passwd", "/../../../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/shop.db", self.studio.path,
                     "/app.js/../../etc/passwd", "/app.js%00.css", "/.git/config", "/api/../etc/passwd", "/api/", "/api/file", "/index.html/"):
            status, _, text = self.studio.request("GET", path)
            self.assertIn(status, (403, 404, 405), path)
            self.assertNotIn(b"root:", text)

    def test_answers_forbid_what_is_not_needed(self):
        for path in ("/", "/app.js", "/nothing"):
            _, headers, _ = self.studio.request("GET", path, token=False)
            policy = headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertNotIn("Set-Cookie", headers)

    def test_bodies_that_are_no_requests(self):
        for body in (b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"table": 1}', b'{"table":"customer","limit":"x"}'):
            self.assertEqual(self.status(path="/api/page", body=body), 400, body)
        self.assertEqual(self.status(path="/api/page", body=b"[" * 100_000), 400)
        self.assertEqual(self.status(path="/api/page", body=b" " * 4_100_000), 413)
        self.assertEqual(self.status(path="/api/page", body={"table": "customer", "start": "after", "cursor": {"key": ["i1", "i2"]}}), 400)
        self.assertEqual(self.status(path="/api/page", body={"table": "customer", "start": "after", "cursor": {"key": ["zz"]}}), 400)

    def test_lines_that_are_no_http(self):
        for text in (b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x00\xff" * 20, b"POST /api/schema HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                     b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.studio.port), timeout=10) as connection:
                connection.sendall(text)
                connection.shutdown(socket.SHUT_WR)
                self.assertNotIn(b"200 OK", connection.recv(1000))
        self.assertEqual(self.status(), 200)

    # Statements

    def run_sql(self, sql, verb="run"):
        return self.studio.ask(verb, {"id": "x", "sql": sql})

    def test_statements_that_reach_out_are_refused(self):
        other = os.path.join(self.studio.folder, "other.db")
        for sql in (f"ATTACH '{other}' AS o", "PRAGMA journal_mode = DELETE", "PRAGMA writable_schema = 1", "SELECT load_extension('x.so')",
                    f"VACUUM INTO '{other}'", "DETACH main", "SELECT * FROM pragma_database_list", "SELECT writefile('x', 'y')",
                    "SELECT readfile('/etc/passwd')", "SELECT fts3_tokenizer('simple')", "SELECT edit('x')", "BEGIN IMMEDIATE", "ROLLBACK",
                    "/* */ PRAGMA query_only", "-- SELECT\nATTACH ':memory:' AS m", "EXPLAIN SELECT 1", "SELECT 1; DROP TABLE customer",
                    "SELECT * FROM dbstat", "WITH x AS (SELECT 1) DELETE FROM customer", "\ufeffPRAGMA user_version = 7", ";PRAGMA user_version"):
            status, answer = self.run_sql(sql)
            self.assertIn(status, (403, 422), f"{sql}: {answer}")
            self.assertTrue(answer["error"])
        self.assertFalse(os.path.exists(other))

    def test_statements_that_write_are_refused(self):
        for sql in ("DELETE FROM customer", "UPDATE customer SET name = 'x'", "INSERT INTO city VALUES ('x', 'y')", "DROP TABLE sale",
                    "CREATE TABLE x(y)", "REPLACE INTO city VALUES ('B', 'x')", "ALTER TABLE city RENAME TO town", "REINDEX", "ANALYZE",
                    "WITH x AS (SELECT 1) DELETE FROM customer", "WITH x AS (SELECT 1) INSERT INTO city SELECT 'x', 'y'",
                    "WITH x(i) AS (SELECT 1), y AS (SELECT 'SELECT') /* SELECT */ UPDATE customer SET name = 'x'"):
            self.assertEqual(self.run_sql(sql)[0], 403, sql)
        for verb, body in (("update", {"table": "customer", "key": ["i1"], "column": "name", "value": {"kind": "text", "text": "x"}}),
                           ("insert", {"table": "city", "values": {}}), ("delete", {"table": "customer", "keys": [["i1"]]}), ("undo", {}), ("redo", {})):
            self.assertEqual(self.studio.ask(verb, body)[0], 403, verb)

    def test_plans_run_nothing(self):
        for sql in FORBIDDEN:
            for start in STARTS:
                self.assertEqual(self.run_sql(start + sql, "plan")[0], 422, start + sql)
        for sql in ("DELETE FROM customer", "WITH x AS (SELECT 1) DELETE FROM customer"):
            self.assertEqual(self.run_sql(sql, "plan")[0], 200, sql)
        self.assertEqual(self.run_sql("SELECT count(*) FROM customer")[1]["rows"], [["i350"]])

    def test_endless_statements_end(self):
        endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        start = time.monotonic()
        status, answer = self.run_sql(endless)
        self.assertEqual(status, 422, answer)
        self.assertIn("too long", answer["error"])
        self.assertLess(time.monotonic() - start, 30)
        with concurrent.futures.ThreadPoolExecutor(1) as executor:
            running = executor.submit(self.studio.ask, "run", {"id": "endless", "sql": endless})
            while not running.done():
                self.assertEqual(self.studio.ask("cancel", {"id": "endless"})[0], 200)
                time.sleep(0.05)
            self.assertEqual(running.result()[1]["error"], "cancelled")

    def test_results_are_limited(self):
        status, answer = self.run_sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n")
        self.assertEqual((status, len(answer["rows"]), answer["isTruncated"]), (200, 1000, True))
        self.assertEqual(self.run_sql("SELECT zeroblob(1000000000)")[0], 422)
        self.assertEqual(self.run_sql("SELECT body FROM large")[0], 422)

    def test_a_flood_is_answered(self):
        with concurrent.futures.ThreadPoolExecutor(40) as executor:
            statuses = list(executor.map(lambda _: self.status(path="/api/page", body={"table": "customer"}), range(400)))
        # On a busy machine some wait in vain for a reader.
        self.assertLessEqual(set(statuses), {200, 422})
        self.assertEqual(self.status(path="/api/page", body={"table": "customer"}), 200)

    def test_silent_clients_keep_no_one_out(self):
        silent = [socket.create_connection(("127.0.0.1", self.studio.port), timeout=30) for _ in range(150)]
        try:
            for connection in silent[:20]:
                connection.sendall(b"POST /api/schema HTTP/1.1\r\n")
            self.assertEqual(self.status(), 200)
            # The first ones are left for the last ones.
            for connection in silent[:50]:
                try:
                    self.assertEqual(connection.recv(100), b"")
                except ConnectionResetError:
                    # What it had sent was not read.
                    continue
        finally:
            for connection in silent:
                connection.close()
        self.assertEqual(self.status(), 200)

    def test_slow_clients_are_left(self):
        head = f"POST /api/page HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\nAuthorization: Bearer {self.studio.token}\r\n"
        with socket.create_connection(("127.0.0.1", self.studio.port), timeout=60) as connection:
            connection.sendall(head.encode() + b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
            try:
                self.assertEqual(connection.recv(100), b"")
            except ConnectionResetError:
                pass
        # One that asks for much, and takes nothing of it.
        columns = ", ".join(["hex(zeroblob(250))"] * 20)
        sql = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 900) SELECT {columns} FROM n"
        body = json.dumps({"id": "slow", "sql": sql}).encode()
        line = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(60)
            connection.connect(("127.0.0.1", self.studio.port))
            connection.sendall(head.replace("/api/page", "/api/run").encode() + line.encode() + body)
            start = connection.recv(4096)
            self.assertIn(b"200 OK", start)
            length = int(re.search(rb"Content-Length: (\d+)", start)[1])
            until = time.monotonic() + 60
            while self.sockets() > 1 and time.monotonic() < until:
                time.sleep(0.2)
            # What was on the way comes still.
            received = len(start)
            try:
                while part := connection.recv(1 << 20):
                    received += len(part)
            except ConnectionResetError:
                pass
            self.assertLess(received, length)

    def sockets(self):
        """How many clients are connected."""
        folder = f"/proc/{self.studio.process.pid}/fd"
        names = []
        for name in os.listdir(folder):
            try:
                names.append(os.readlink(os.path.join(folder, name)))
            except OSError:
                continue
        return sum(name.startswith("socket:") for name in names)

    # Values and names

    def test_names_are_quoted(self):
        status, page = self.studio.ask("page", {"table": data.NAME, "sort": {"column": 'a "b" c', "isDescending": True},
                                                "filters": [{"column": "x<y", "comparison": "contains", "text": "DROP"}]})
        self.assertEqual((status, len(page["rows"])), (200, 1))
        self.assertEqual(page["rows"][0]["key"], ["i1"])
        for name in ("nothing", 'customer"; DROP TABLE sale; --', "sqlite_master", "pragma_table_info", ""):
            self.assertIn(self.studio.ask("page", {"table": name})[0], (404, 422), name)
        for column in ("id; DROP TABLE sale", "nothing", "(SELECT 1)"):
            self.assertEqual(self.studio.ask("page", {"table": "customer", "sort": {"column": column, "isDescending": False}})[0], 404, column)

    def test_large_values_are_not_loaded(self):
        status, page = self.studio.ask("page", {"table": "large"})
        self.assertEqual(status, 200)
        cells = page["rows"][0]["cells"]
        self.assertEqual(cells[1], {"b": "00" * 16, "n": 30_000_000})
        self.assertEqual(cells[2]["n"], 3_000_000)
        self.assertTrue(cells[2]["t"].startswith("long text"))
        status, cell = self.studio.ask("cell", {"table": "large", "column": "story", "key": ["i1"]})
        self.assertEqual((status, cell["count"], cell["isWhole"], len(cell["text"])), (200, 3_000_000, False, 65_536))

    def test_numbers_lose_nothing(self):
        _, page = self.studio.ask("page", {"table": "customer", "filters": [{"column": "big", "comparison": "=", "text": "9007199254740993"}]})
        self.assertEqual([row["cells"][7] for row in page["rows"]], ["i9007199254740993"])


class Ends(unittest.TestCase):
    """Connections and programs that end."""

    def test_listeners_that_go_away_are_forgotten(self):
        studio = Studio("--write")
        try:
            line = f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nAuthorization: Bearer {studio.token}\r\n\r\n"
            # More than may listen at once, one after the other.
            for _ in range(80):
                with socket.create_connection(("127.0.0.1", studio.port), timeout=10) as connection:
                    connection.sendall(line.encode())
                    first = connection.recv(4000)
                    if b"200 OK" not in first:
                        self.assertIn(b"429", first)
                # Each change is written to those that have gone, which shows it.
                studio.ask("run", {"id": "r", "sql": "UPDATE product SET price = price + 1 WHERE id = 1"})
            with socket.create_connection(("127.0.0.1", studio.port), timeout=20) as connection:
                connection.sendall(line.encode())
                self.assertIn(b"200 OK", connection.recv(4000))
        finally:
            self.assertEqual(studio.close(), 143)

    def test_changes_of_others_are_told(self):
        studio = Studio()
        try:
            with socket.create_connection(("127.0.0.1", studio.port), timeout=20) as connection:
                connection.sendall(
                    f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nAuthorization: Bearer {studio.token}\r\n\r\n".encode())
                text = b""
                stop = threading.Event()

                def change():
                    while not stop.wait(0.2):
                        db = sqlite3.connect(studio.path)
                        db.execute("UPDATE product SET title = title || '.' WHERE id = 1")
                        db.commit()
                        db.close()

                thread = threading.Thread(target=change)
                thread.start()
                while b"data: " not in text:
                    text += connection.recv(4000)
                stop.set()
                thread.join()
        finally:
            studio.close()

    def test_a_first_change_of_the_schema_by_others_is_told(self):
        studio = Studio()
        try:
            with socket.create_connection(("127.0.0.1", studio.port), timeout=20) as connection:
                connection.sendall(
                    f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nAuthorization: Bearer {studio.token}\r\n\r\n".encode())
                text = b""
                while b": hello" not in text:
                    text += connection.recv(4000)
                db = sqlite3.connect(studio.path)
                db.execute("ALTER TABLE city ADD COLUMN mayor")
                db.close()
                while b"}" not in text:
                    text += connection.recv(4000)
                self.assertIn(b'"schema":true', text)
        finally:
            studio.close()

    def test_statements_are_added_to_the_history(self):
        studio = Studio()
        try:
            history = os.path.join(studio.folder, "history")
            sent = ["SELECT 1", "SELECT 2\n-- a \\", "SELECT 3 -- " + "x" * 65_524, "SELECT 4 -- " + "x" * 65_525, "SELECT 3 -- " + "x" * 65_524]
            for number, sql in enumerate(sent):
                # The library's sandbox refuses long statements, which are kept all the same.
                self.assertIn(studio.ask("run", {"id": "h", "sql": sql})[0], (200, 422))
                if number == 0:
                    self.assertEqual(os.stat(history).st_mode & 0o777, 0o600)
                    with open(history, "a") as file:
                        file.write("SELECT 'of another program'\n")
            kept = [sent[0], sent[1], sent[2]]
            self.assertEqual(studio.ask("history")[1]["entries"], kept)
            with open(history) as file:
                self.assertEqual(file.read().split("\n"), ["SELECT 1", "SELECT 'of another program'", "SELECT 2\\n-- a \\\\", sent[2], ""])
        finally:
            studio.close()

    def refused(self, *options, path):
        studio = Studio(*options, path=path)
        self.assertEqual(studio.address, "")
        message = studio.process.stderr.read()
        return studio.close(), message

    def test_files_that_are_none(self):
        first = Studio()
        try:
            code, message = self.refused(path=os.path.join(first.folder, "none.db"))
            self.assertEqual(code, 66, message)
            text = os.path.join(first.folder, "text.db")
            with open(text, "w") as file:
                file.write("no database" * 1000)
            code, message = self.refused(path=text)
            self.assertEqual(code, 65, message)
            start = time.monotonic()
            code, message = self.refused("--port", str(first.port), path=first.path)
            self.assertEqual(code, 69, message)
            # It has not waited until it listens, which it never does.
            self.assertLess(time.monotonic() - start, 25)
            self.assertIn("in use", message)
            code, message = self.refused("--port", "70000", path=first.path)
            self.assertEqual(code, 64, message)
        finally:
            first.close()

    def test_a_lock_of_another_program(self):
        studio = Studio("--write", "--timeout", "0.2")
        try:
            other = sqlite3.connect(studio.path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            update = {"table": "city", "key": ["tB"], "column": "name", "value": {"kind": "text", "text": "x"}}
            status, answer = studio.ask("update", update)
            self.assertEqual(status, 503, answer)
            self.assertIn("locked", answer["error"])
            self.assertEqual(studio.ask("page", {"table": "city"})[0], 200)
            other.execute("ROLLBACK")
            other.close()
            self.assertEqual(studio.ask("update", update)[0], 200)
        finally:
            studio.close()


class Edits(unittest.TestCase):
    def setUp(self):
        self.studio = Studio("--write")
        self.addCleanup(self.studio.close)

    def names(self):
        _, page = self.studio.ask("page", {"table": "city"})
        return [row["cells"][1] for row in page["rows"]]

    def update(self, text, **more):
        body = {"table": "city", "key": ["tK"], "column": "name", "value": {"kind": "auto", "text": text}, **more}
        return self.studio.ask("update", body)

    def test_values_are_bound(self):
        for text in ("'; DROP TABLE sale; --", data.HOSTILE, "a\0b", "😀", "NULL", "?1", ""):
            self.assertEqual(self.update(text)[0], 200, text)
            self.assertEqual(self.names()[2], "t" + text)

    def test_changes_are_undone(self):
        before = self.names()
        self.assertEqual(self.update("Cologne"), (200, {"undo": 1, "redo": 0}))
        self.assertEqual(self.studio.ask("insert", {"table": "city", "values": {"code": {"kind": "auto", "text": "F"}, "name": {"kind": "text", "text": "Frankfurt"}}})[0], 200)
        self.assertEqual(self.studio.ask("delete", {"table": "city", "keys": [["tM"]]})[0], 200)
        after = self.names()
        for left in (2, 1, 0):
            self.assertEqual(self.studio.ask("undo")[1]["undo"], left)
        self.assertEqual(self.names(), before)
        for _ in range(3):
            self.studio.ask("redo")
        self.assertEqual(self.names(), after)

    def test_changes_of_others_are_not_overwritten(self):
        db = sqlite3.connect(self.studio.path)
        db.execute("UPDATE city SET name = 'other' WHERE code = 'K'")
        db.commit()
        status, answer = self.update("mine", former="tKöln")
        self.assertEqual(status, 409, answer)
        self.assertEqual(self.names()[2], "tother")
        self.assertEqual(self.update("mine", former="tother")[0], 200)
        db.close()

    def test_what_the_schema_forbids(self):
        for body in ({"table": "product", "key": ["i1"], "column": "price", "value": {"kind": "real", "text": "-1"}},
                     {"table": "sale", "key": ["i1"], "column": "customer", "value": {"kind": "integer", "text": "99999"}},
                     {"table": "customer", "key": ["i1"], "column": "name", "value": {"kind": "null"}}):
            status, answer = self.studio.ask("update", body)
            self.assertIn(status, (400, 409), answer)
        for table, column in (("best", "title"), ("note", "title"), ("note_data", "block"), ("sqlite_master", "sql"), ("sale", "total"), ("nothing", "x")):
            status, answer = self.studio.ask("update", {"table": table, "key": ["i1"], "column": column, "value": {"kind": "text", "text": "x"}})
            self.assertIn(status, (404, 422), f"{table}: {answer}")

    def test_rows_with_large_values_are_left_alone(self):
        db = sqlite3.connect(self.studio.path)
        db.execute("INSERT INTO large VALUES (9, zeroblob(70000000), 'x')")
        db.commit()
        update = {"table": "large", "key": ["i9"], "column": "story", "value": {"kind": "text", "text": "y"}}
        for verb, body in (("update", update), ("delete", {"table": "large", "keys": [["i9"]]})):
            status, answer = self.studio.ask(verb, body)
            self.assertEqual(status, 422, answer)
            self.assertIn("64 MB", answer["error"])
        self.assertEqual(db.execute("SELECT story, length(body) FROM large WHERE id = 9").fetchone(), ("x", 70000000))
        db.close()

    def test_statements_write_but_reach_no_other_file(self):
        other = os.path.join(self.studio.folder, "other.db")
        status, answer = self.studio.ask("run", {"id": "a", "sql": "UPDATE product SET price = price * 2"})
        self.assertEqual((status, answer["changed"], answer["state"]["undo"]), (200, 12, 1))
        for sql in (f"ATTACH '{other}' AS o", f"VACUUM INTO '{other}'", "PRAGMA user_version = 9", "UPDATE product SET price = 0; DROP TABLE sale",
                    "UPDATE sqlite_master SET sql = ''", "SELECT load_extension('x')", "DELETE FROM note_data"):
            status, answer = self.studio.ask("run", {"id": "a", "sql": sql})
            self.assertIn(status, (403, 422), f"{sql}: {answer}")
        self.assertFalse(os.path.exists(other))
        self.assertEqual(self.studio.ask("run", {"id": "a", "sql": "SELECT count(*) FROM product WHERE price > 0"})[1]["rows"], [["i12"]])

    def test_statements_behind_with_are_undone(self):
        before = self.names()
        for index, (sql, changed) in enumerate((
                ("-- SELECT\nWITH x(code) AS MATERIALIZED (VALUES ('F'), ('G')) INSERT INTO city SELECT code, 'new' FROM x", 2),
                ("; with x AS (SELECT 1), \"delete\" AS (SELECT 2) UPDATE city SET name = 'x' WHERE code = 'F'", 1),
                ("WITH x AS (SELECT 'G' AS code) DELETE FROM city WHERE code IN (SELECT code FROM x)", 1))):
            status, answer = self.studio.ask("run", {"id": "a", "sql": sql})
            self.assertEqual((status, answer.get("changed")), (200, changed), f"{sql}: {answer}")
            self.assertEqual(answer["state"]["undo"], index + 1)
        self.assertEqual(sorted(self.names()), sorted([*before, "tx"]))
        for _ in range(3):
            self.studio.ask("undo")
        self.assertEqual(self.names(), before)
        status, answer = self.studio.ask("run", {"id": "a", "sql": "WITH x AS (SELECT 'DELETE' AS word) SELECT word FROM x"})
        self.assertEqual((status, answer.get("rows")), (200, [["tDELETE"]]), answer)

    def test_no_other_statement_writes(self):
        other = sqlite3.connect(self.studio.path, timeout=0)
        self.addCleanup(other.close)
        version = other.execute("PRAGMA data_version").fetchone()
        for sql in FORBIDDEN:
            for start in STARTS:
                status, answer = self.studio.ask("run", {"id": "a", "sql": start + sql})
                self.assertIn(status, (403, 422), f"{start + sql}: {answer}")
        # It is another one when anybody else has committed.
        self.assertEqual(other.execute("PRAGMA data_version").fetchone(), version)
        self.assertFalse(os.path.exists("other.db"))
        # No transaction is left open.
        other.execute("BEGIN IMMEDIATE")


if __name__ == "__main__":
    unittest.main()
