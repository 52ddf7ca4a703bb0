// Follows wasm-bindgen's glue in one script. The page sends the compiled module first, then calls:
// [method, ...arguments], of which the last one's answer goes back.
let worker;

onmessage = ({ data }) => {
  if (data.module) {
    wasm_bindgen.initSync({ module: data.module });
    worker = new wasm_bindgen.Worker();
    return;
  }
  try {
    let answer;
    for (const [method, ...values] of data.calls) answer = worker[method](...values);
    postMessage({ answer });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
