// Functions that run in the page: each is handed over as text and sees nothing of this file.

// Makes bodies as senders write them: an order of many lines, of exactly so many bytes. Each number
// gives another body and another key.
export function makeBodies() {
  window.body = ({ bytes, id }, number) => {
    const start = id ? `{"id":"evt_${number}","lines":[` : `{"total":${1000 + number},"lines":[`;
    const line = '{"sku":"A-10023","count":1,"price":"49.00","note":"as agreed"},';
    const lines = Math.floor((bytes - start.length - 4) / line.length);
    const text = `${start}${line.repeat(lines)}"`;
    return `${text.padEnd(bytes - 3, 'x')}"]}`;
  };
}

// The time from an input to the key that belongs to it, once for each run. Up to 1 MB by the editor's
// input event, above by a file, as a visitor would.
export async function keyLatency({ bytes, runs, id }) {
  const editor = document.querySelector('#editor');
  const file = document.querySelector('input[type=file]');
  const code = document.querySelector('#key code');
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    const text = window.body({ bytes, id }, run);
    const shown = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(performance.now());
      });
      observer.observe(code, { characterData: true, childList: true, subtree: true });
    });
    let began;
    if (bytes <= 1_000_000) {
      editor.value = text;
      began = performance.now();
      editor.dispatchEvent(new Event('input', { bubbles: true }));
    } else {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'body.json'));
      file.files = transfer.files;
      began = performance.now();
      file.dispatchEvent(new Event('change', { bubbles: true }));
    }
    times.push((await shown) - began);
    // The page's other work for this input is not part of the next run.
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  }
  return times;
}

// Makes the other ways to a hash available.
export async function load() {
  const [hashWasm, noble] = await Promise.all([
    import('/hash-wasm/dist/index.esm.min.js'),
    import('/@noble/hashes/sha2.js'),
  ]);
  const hasher = await hashWasm.createSHA256();
  window.ways = {
    subtle: (bytes) => crypto.subtle.digest('SHA-256', bytes),
    hashWasm: (bytes) => hasher.init().update(bytes).digest('hex'),
    noble: (bytes) => noble.sha256(bytes),
  };
}

// What a hash of the same bytes takes by each way, and what JSON.parse and a look at the id take.
export async function alternatives({ bytes, runs, id }) {
  const text = window.body({ bytes, id }, 0);
  const body = new TextEncoder().encode(text);
  const ways = { ...window.ways, jsonParse: () => JSON.parse(text).id };
  const times = {};
  for (const [name, way] of Object.entries(ways)) {
    // One that takes microseconds is repeated until the clock can tell it.
    const repeats = Math.max(1, Math.round(1_000_000 / bytes));
    times[name] = [];
    for (let run = -3; run < runs; run += 1) {
      const began = performance.now();
      for (let repeat = 0; repeat < repeats; repeat += 1) await way(body);
      if (run >= 0) times[name].push((performance.now() - began) / repeats);
    }
  }
  return times;
}

// A body of lines, as senders that indent write it, with the caret where a letter changes the key.
export function prepareKeystrokes({ bytes, id }) {
  const editor = document.querySelector('#editor');
  const code = document.querySelector('#key code');
  const start = id ? '{\n  "id": "evt_' : '{\n  "note": "';
  const line = '  { "sku": "A-10023", "count": 1, "price": "49.00" },\n';
  const head = `${start}",\n  "lines": [\n`;
  const lines = Math.floor((bytes - head.length - 8) / line.length);
  editor.value = `${head}${line.repeat(lines)}  null]\n}`.padEnd(bytes, ' ');
  editor.dispatchEvent(new Event('input', { bubbles: true }));
  editor.focus();
  editor.setSelectionRange(start.length, start.length);
  window.pressed = [];
  addEventListener('keydown', () => (window.began = performance.now()), true);
  new MutationObserver(() => {
    if (window.began) window.pressed.push(performance.now() - window.began);
    window.began = 0;
  }).observe(code, { characterData: true, childList: true, subtree: true });
}

// Waits until the key of the last key press is there.
export async function keystrokeDone() {
  while (window.began) await new Promise((next) => requestAnimationFrame(next));
}

export function keystrokes() {
  return window.pressed;
}

// Remembers when there is an editor and a key.
export function watchForUsable() {
  new MutationObserver((_, observer) => {
    if (document.querySelector('#editor') && document.querySelector('#key code')?.textContent.includes(':')) {
      window.usable ??= performance.now();
      observer.disconnect();
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

// Takes the browser's SHA-256 away, and remembers when the page asks for it: then its own begins.
export function takeSubtleAway() {
  Object.defineProperty(Crypto.prototype, 'subtle', {
    get() {
      window.asked = performance.now();
      return undefined;
    },
  });
}

// The time from the moment when the page starts to hash until the key is shown.
export async function hashLatency({ bytes, runs }) {
  const editor = document.querySelector('#editor');
  const code = document.querySelector('#key code');
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    editor.value = window.body({ bytes }, run);
    const shown = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(performance.now());
      });
      observer.observe(code, { characterData: true, childList: true, subtree: true });
    });
    editor.dispatchEvent(new Event('input', { bubbles: true }));
    times.push((await shown) - window.asked);
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  }
  return times;
}

// The browser's SHA-256 with its round trip, as the page would wait for it.
export async function subtleAlone({ bytes, runs }) {
  const body = new Uint8Array(bytes).fill(120);
  const repeats = Math.max(1, Math.round(256_000 / bytes));
  const times = [];
  for (let run = -5; run < runs; run += 1) {
    const began = performance.now();
    for (let repeat = 0; repeat < repeats; repeat += 1) await crypto.subtle.digest('SHA-256', body);
    if (run >= 0) times.push((performance.now() - began) / repeats);
  }
  return times;
}
