"""Drives a headless Chromium by its DevTools protocol: https://chromedevtools.github.io/devtools-protocol/"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

from websockets.sync.client import connect


class Browser:
    def __init__(self):
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        if program is None:
            raise SystemExit("there is no Chromium; apt-get install chromium")
        self.folder = tempfile.mkdtemp(prefix="studio-browser-")
        self.process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0",
                "--disable-dev-shm-usage", "--hide-scrollbars", f"--user-data-dir={self.folder}", "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.port = int(self._wait_for_file(os.path.join(self.folder, "DevToolsActivePort")).split()[0])
        self.pages = []

    def _wait_for_file(self, path):
        for _ in range(600):
            if os.path.exists(path):
                with open(path) as file:
                    if (text := file.read()).strip():
                        return text
            time.sleep(0.05)
        raise SystemExit("Chromium does not start")

    def open(self, address, width=1280, height=800, dark=False):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        target = json.load(urllib.request.urlopen(request))
        page = Page(target["webSocketDebuggerUrl"], width, height, dark)
        page.go(address)
        self.pages.append(page)
        return page

    def close(self):
        for page in self.pages:
            page.manager.__exit__(None, None, None)
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    def __init__(self, address, width, height, dark):
        self.manager = connect(address, max_size=None, ping_interval=None, close_timeout=1)
        self.socket = self.manager.__enter__()
        self.number = 0
        self.requests = []
        self.errors = []
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        self.size(width, height)
        self.dark(dark)

    def size(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def dark(self, is_dark):
        value = "dark" if is_dark else "light"
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def send(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=60))
            if message.get("id") == self.number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']}")
                return message["result"]
            self._note(message)

    def _note(self, message):
        parameters = message.get("params", {})
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif message.get("method") == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(parameters["exceptionDetails"]))
        elif message.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.errors.append(parameters["entry"]["text"] + " " + parameters["entry"].get("url", ""))

    def go(self, address):
        self.send("Page.navigate", url=address)

    def run(self, script):
        """Evaluates a script, and waits for its promise."""
        result = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition, seconds=15):
        """Waits until a script is true, and returns its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if value := self.run(f"((x) => (x instanceof Node ? true : x))({condition})"):
                    return value
            except AssertionError as error:
                # The page may be between two documents.
                last = error
            time.sleep(0.03)
        raise AssertionError(f"in vain waited for: {condition}\n{self.run('document.body.innerText')[:2000]}")

    def text(self, selector="body"):
        return self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def click(self, selector, text=None, double=False):
        """Clicks with the mouse on what is found, which must be in sight."""
        find = f"""[...document.querySelectorAll({json.dumps(selector)})].find(
            (e) => e.offsetParent && ({json.dumps(text)} == null || e.textContent.includes({json.dumps(text)})))"""
        self.wait(f"Boolean({find})")
        x, y = self.run(f"(() => {{ const e = {find}; e.scrollIntoView({{block: 'nearest', inline: 'nearest'}}); "
                        "const r = e.getBoundingClientRect(); return [r.x + Math.min(r.width / 2, 60), r.y + r.height / 2]; })()")
        for count in (1, 2) if double else (1,):
            for kind in ("mousePressed", "mouseReleased"):
                self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=count)

    def key(self, name, code=None, modifiers=0, text=None):
        numbers = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39,
                   "PageDown": 34, "PageUp": 33, "Home": 36, "End": 35, "F2": 113, " ": 32}
        values = {"key": name, "code": code or name, "modifiers": modifiers, "windowsVirtualKeyCode": numbers.get(name, ord(name[0].upper()))}
        if text or (name == "Enter" and not modifiers):
            values["text"] = text or "\r"
        self.send("Input.dispatchKeyEvent", type="keyDown", **values)
        values.pop("text", None)
        self.send("Input.dispatchKeyEvent", type="keyUp", **values)

    def type(self, text):
        self.send("Input.insertText", text=text)

    def screenshot(self, path):
        data = self.send("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
