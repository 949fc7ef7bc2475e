// Speaks with the studio. The token is in the address once, then in this tab's storage, and in a header of each request.
const place = "fmdb.token";

// The tabs of the studio. No other origin hears them, and another port is another origin.
const tabs = new BroadcastChannel("fmdb");

export async function takeToken() {
  const found = /^#token=([0-9a-f]+)$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem(place, found[1]);
    history.replaceState(null, "", "#/tables");
  }
  const token = sessionStorage.getItem(place) ?? (await tokenOfOthers());
  if (!token) return false;
  sessionStorage.setItem(place, token);
  tabs.addEventListener("message", ({ data }) => data.kind === "ask" && tabs.postMessage({ kind: "token", token }));
  return true;
}

// A tab that was opened from another one has an empty storage.
function tokenOfOthers() {
  return new Promise((resolve) => {
    tabs.addEventListener("message", ({ data }) => data.kind === "token" && resolve(data.token));
    tabs.postMessage({ kind: "ask" });
    setTimeout(() => resolve(null), 400);
  });
}

function headers(more = {}) {
  return { Authorization: `Bearer ${sessionStorage.getItem(place) ?? ""}`, ...more };
}

export class Failure extends Error {
  constructor(message, status, offset) {
    super(message);
    this.status = status;
    this.offset = offset;
  }
}

async function request(verb, body, signal) {
  let response;
  try {
    response = await fetch(`/api/${verb}`, {
      method: "POST", body: JSON.stringify(body), headers: headers({ "Content-Type": "application/json" }), signal,
    });
  } catch {
    throw new Failure("The studio does not answer. Is `fmdb serve` still running?", 0);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Failure(answer.error ?? `The studio answered ${response.status}.`, response.status, answer.offset);
}

export async function ask(verb, body = {}, signal = undefined) {
  return (await request(verb, body, signal)).json();
}

// A request that can be ended, here and in the studio.
export class Work {
  constructor() {
    this.id = crypto.randomUUID();
    this.controller = new AbortController();
  }

  get signal() {
    return this.controller.signal;
  }

  end() {
    ask("cancel", { id: this.id }).catch(() => {});
    this.controller.abort();
  }
}

// Tells of changes until the page goes away. One tab alone listens, and tells the others: a browser has six connections for all.
export function listen(onChange, onState) {
  let isOn = false;
  tabs.addEventListener("message", ({ data }) => {
    if (data.kind === "change") onChange(data.event);
    if (data.kind === "state") onState(data.isOn);
    if (data.kind === "hello" && isOn) tabs.postMessage({ kind: "state", isOn });
  });
  tabs.postMessage({ kind: "hello" });
  navigator.locks.request("fmdb.live", () =>
    follow((event) => {
      onChange(event);
      tabs.postMessage({ kind: "change", event });
    }, (state) => {
      isOn = state;
      onState(state);
      tabs.postMessage({ kind: "state", isOn });
    }));
}

// Reconnects when the connection was lost.
async function follow(onChange, onState) {
  for (let pause = 500; ; pause = Math.min(pause * 2, 10000)) {
    try {
      const response = await fetch("/api/live", { headers: headers() });
      if (response.status === 401) return onState(false);
      if (response.ok) {
        onState(true);
        pause = 500;
        await readEvents(response.body.getReader(), onChange);
      }
    } catch {
      // Lost; below it is tried again.
    }
    onState(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function readEvents(reader, onChange) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) if (event.startsWith("data: ")) onChange(JSON.parse(event.slice(6)));
  }
}
