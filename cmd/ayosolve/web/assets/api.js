// The server's API: one call, and one that goes on. See the package documentation.

const random = crypto.getRandomValues(new Uint8Array(12));

// page names this page to the server, which gives it one search at a time.
export const page = Array.from(random, (n) => n.toString(16).padStart(2, '0')).join('');

const url = (path, args) => {
  const kept = Object.entries(args).filter(([, v]) => v !== undefined && v !== '');
  return `/api/${path}?${new URLSearchParams(kept)}`;
};

// failure makes an Error of an answer that is none.
async function failure(response) {
  let text = `the server answered ${response.status}`;
  try {
    text = (await response.json()).error ?? text;
  } catch { /* it was not JSON */ }
  return new Error(text);
}

// ask makes a call and returns its answer. It throws an Error with the server's words.
export async function ask(path, args, options = {}) {
  const response = await fetch(url(path, args), options);
  if (!response.ok) throw await failure(response);
  return (options.text ? response.text() : response.json());
}

// listen makes a call that is answered by events, and hands each to on(event, data). It
// returns when the answer ends, and throws if that is a failure.
export async function listen(path, args, signal, on) {
  const response = await fetch(url(path, { page, ...args }), { signal, headers: { Accept: 'text/event-stream' } });
  if (!response.ok) throw await failure(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/s.exec(text.slice(0, end)) ?? [];
      if (!event) continue;
      const v = JSON.parse(data);
      if (event === 'failed') throw new Error(v.error);
      on(event, v);
    }
  }
}
