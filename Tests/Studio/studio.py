"""Starts the studio, and asks it without a browser."""

import http.client
import json
import os
import shutil
import subprocess
import tempfile

import data


class Studio:
    def __init__(self, *options, path=None):
        self.folder = tempfile.mkdtemp(prefix="studio-")
        self.path = path or os.path.join(self.folder, "shop.db")
        if path is None:
            data.make(self.path)
        environment = {**os.environ, "FMDB_HISTORY": os.path.join(self.folder, "history")}
        self.process = subprocess.Popen(
            [os.environ["FMDB_PROGRAM"], "serve", self.path, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=environment)
        self.address = self.process.stdout.readline().strip()
        if self.address:
            self.base, self.token = self.address.split("/#token=")
            self.port = int(self.base.rsplit(":", 1)[1])

    def request(self, method, path, body=None, headers=None, token=True):
        """Returns the status, the headers and the text of an answer. Headers that are None are left out."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {"Host": f"127.0.0.1:{self.port}", "Content-Type": "application/json"}
        if token:
            sent["Authorization"] = f"Bearer {self.token}"
        sent.update(headers or {})
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        content = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        if method != "GET":
            sent.setdefault("Content-Length", str(len(content)))
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(content if method != "GET" else None)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def ask(self, verb, body=None, **options):
        status, _, text = self.request("POST", f"/api/{verb}", body, **options)
        return status, json.loads(text)

    def close(self):
        self.process.terminate()
        code = self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return code
