// Times "Build Key" for bodies without an id, beside Node's own SHA-256 of the same bytes:
//
//   node bench-build-key.mjs BYTES…
//
// Prints medians in milliseconds: [{"bytes": …, "buildKey": …, "native": …}, …]. No test runs it.
import { createHash } from 'node:crypto';
import { buildKeySource, codeNode, webhookItem } from './code-node.mjs';

const buildKey = codeNode(buildKeySource());

const results = [];
for (const bytes of process.argv.slice(2).map(Number)) {
  const [begin, end] = ['{"type":"order.paid","data":"', '"}'];
  const body = Buffer.from(begin + 'a'.repeat(bytes - begin.length - end.length) + end);
  const item = webhookItem(body, 'application/json');
  const native = () => createHash('sha256').update(body).digest('hex');
  const [{ json }] = await buildKey(item);
  if (json.key !== `sha256:${native()}`) throw new Error(`a wrong key: ${json.key}`);
  const runs = Math.max(11, Math.min(2_001, Math.ceil(2e7 / bytes)));
  results.push({ bytes, buildKey: await median(runs, () => buildKey(item)), native: await median(runs, native) });
}
console.log(JSON.stringify(results));

async function median(runs, work) {
  const times = [];
  // The first half warms up.
  for (let run = -runs; run < runs; run += 1) {
    const begin = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}
