// Requests to the server of this page. The token comes from behind the # of the address and is kept for this tab alone.
// What is asked is in the body: an address, which servers log, has no text.

const KEY = "plumbline-token";
if (location.hash.length > 20) {
  sessionStorage.setItem(KEY, location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
// A program that was started again has another token; its address differs from that of this page behind the # alone.
addEventListener("hashchange", () => location.hash.length > 20 && location.reload());

async function request(path, body, signal) {
  const headers = { Authorization: `Bearer ${sessionStorage.getItem(KEY) || ""}`, "Content-Type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    throw Object.assign(new Error(body.error || response.statusText), { status: response.status });
  }
  return response;
}

export async function ask(path, body = {}) {
  return (await request(path, body)).json();
}

export async function blob(path, body) {
  return (await request(path, body)).blob();
}

/** Reads a stream of events until it is closed; connects again after a loss, and begins then with all rows. */
export function stream(path, body, onEvent, onState) {
  const control = new AbortController();
  let pause = 250;

  async function read() {
    const response = await request(path, body, control.signal);
    onState("connected");
    pause = 250;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let line = []; // the parts of a line that is not complete; each part is looked at once
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const [first, ...next] = part.value.split("\n");
      line.push(first);
      for (const begun of next) {
        const complete = line.join("");
        line = [begun];
        if (complete.startsWith("data: ")) {
          onEvent(JSON.parse(complete.slice(6)));
        }
      }
    }
  }

  async function keep() {
    while (!control.signal.aborted) {
      try {
        await read();
      } catch (failure) {
        if (failure.status === 401) {
          onState("refused");
          return;
        }
      }
      if (!control.signal.aborted) {
        onState("lost");
        await new Promise((done) => setTimeout(done, pause));
        pause = Math.min(pause * 2, 5000);
      }
    }
  }

  keep();
  return () => control.abort();
}
