// Follows wasm-bindgen's glue in one script. The page sends the compiled module first, then either calls:
// [method, ...arguments], of which the last one's answer goes back; or a file to audit, and the language of its answer.
let worker;
let audit;

const PIECE = 4 << 20;

async function read({ file, rule, scope, column, lang }) {
  audit = new wasm_bindgen.Audit(rule, scope, column);
  for (let at = 0; at < file.size; at += PIECE) {
    postMessage({ read: at });
    const piece = await file.slice(at, at + PIECE).arrayBuffer();
    if (!audit.push(new Uint8Array(piece))) break;
  }
  audit.finish();
  return audit.html(lang);
}

onmessage = async ({ data }) => {
  if (data.module) {
    wasm_bindgen.initSync({ module: data.module });
    worker = new wasm_bindgen.Worker();
    return;
  }
  try {
    let answer;
    if (data.file) answer = await read(data);
    else if (data.lang) answer = audit.html(data.lang);
    else for (const [method, ...values] of data.calls) answer = worker[method](...values);
    postMessage({ answer });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
