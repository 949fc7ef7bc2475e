// Speaks with the studio. The token is in the address once, then in this tab's storage, and in a header of each request.
const place = "fmdb.token";

export function takeToken() {
  const found = /^#token=([0-9a-f]+)$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem(place, found[1]);
    history.replaceState(null, "", "#/tables");
  }
  return sessionStorage.getItem(place) != null;
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

async function request(verb, body) {
  let response;
  try {
    response = await fetch(`/api/${verb}`, {
      method: "POST", body: JSON.stringify(body), headers: headers({ "Content-Type": "application/json" }),
    });
  } catch {
    throw new Failure("The studio does not answer. Is `fmdb serve` still running?", 0);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Failure(answer.error ?? `The studio answered ${response.status}.`, response.status, answer.offset);
}

export async function ask(verb, body = {}) {
  return (await request(verb, body)).json();
}

export async function askBlob(verb, body = {}) {
  return (await request(verb, body)).blob();
}

// Tells of changes until the page goes away. Reconnects when the connection was lost.
export async function listen(onChange, onState) {
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
