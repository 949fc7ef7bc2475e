"""Makes the database that the tests look at."""

import os
import sqlite3
import struct
import zlib

HOSTILE = '<img src=x onerror="window.hacked = 1"><script>window.hacked = 2</script>'
NAME = 'odd "name"\'; DROP TABLE customer; --<b>'


def picture():
    """A PNG file of 16 × 16 dots."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((x * 16, y * 16, 160)[i] for x in range(16) for i in range(3)) for y in range(16))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def make(path):
    for suffix in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    db = sqlite3.connect(path)
    quoted = NAME.replace('"', '""')
    db.executescript(f"""
        PRAGMA journal_mode = WAL;
        CREATE TABLE city(code TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, city TEXT REFERENCES city(code),
            created_at INTEGER, profile TEXT, photo BLOB, big INTEGER);
        CREATE TABLE product(id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL CHECK (price >= 0), tags TEXT DEFAULT '[]');
        CREATE TABLE sale(id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customer(id) ON DELETE CASCADE,
            product INTEGER NOT NULL REFERENCES product(id), amount INTEGER NOT NULL, sold_on TEXT,
            total REAL GENERATED ALWAYS AS (amount * 2.5) VIRTUAL);
        CREATE INDEX sale_customer ON sale(customer);
        CREATE TABLE "{quoted}"("a ""b"" c" TEXT, "rowid" TEXT, "x<y" ANY);
        CREATE VIEW best AS SELECT product.title, sum(sale.amount) AS amount FROM sale JOIN product ON product.id = sale.product
            GROUP BY product.id;
        CREATE VIRTUAL TABLE note USING fts5(title, body);
        CREATE TRIGGER sold AFTER INSERT ON sale BEGIN UPDATE product SET price = price WHERE id = new.product; END;
        CREATE TABLE large(id INTEGER PRIMARY KEY, body BLOB, story TEXT);
    """)
    db.executemany("INSERT INTO city VALUES (?, ?)", [("B", "Berlin"), ("HH", "Hamburg"), ("K", "Köln"), ("M", "München")])
    cities = ["B", "HH", "K", None]
    for i in range(1, 351):
        db.execute("INSERT INTO customer VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (
            i, HOSTILE if i == 3 else f"Customer {i}", f"c{i}@example.org" if i % 7 else None, cities[i % 4], 1600000000 + i * 86400,
            f'{{"age": {i % 90}, "tags": ["a", "b"]}}' if i % 2 else None, picture() if i == 1 else b"\0\1\2" * (i % 5) if i % 3 == 0 else None,
            9007199254740993 if i == 2 else i % 10))
    db.executemany("INSERT INTO product VALUES (?, ?, ?, ?)", [(i, f"Product {i}", i * 1.25, '["new"]') for i in range(1, 13)])
    db.executemany("INSERT INTO sale(customer, product, amount, sold_on) VALUES (?, ?, ?, ?)",
                   [(i % 350 + 1, i % 12 + 1, i * 7 % 13 + 1, f"2025-{i % 12 + 1:02}-15") for i in range(2000)])
    db.execute(f'INSERT INTO "{quoted}" VALUES (?, ?, ?)', (HOSTILE, "not the number", "'; DROP TABLE customer; --"))
    db.executemany("INSERT INTO note VALUES (?, ?)", [(f"Note {i}", f"red wine and <b>cheese</b> number {i}") for i in range(30)])
    db.execute("INSERT INTO large VALUES (1, zeroblob(30000000), ?)", ("long text " * 300000,))
    db.execute("INSERT INTO large VALUES (2, x'00ff', 'short')")
    db.commit()
    db.close()
