// A filter for the differential test: the Code node's JavaScript beside the core.
//
//   node build-key-runner.mjs FILE < requests > answers
//
// FILE holds the Code node's JavaScript, for example as taken out of a generated workflow.
// Each line in is {"body": "<base64>", "scope": "<text, may be absent>"}; each line out, in the same
// order, is {"key": "…", "event_type": "…"|null} or {"error": "…"}.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { buildKeySource, codeNode, webhookItem } from './code-node.mjs';

const source = readFileSync(process.argv[2], 'utf8');
const nodes = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const { body, scope = '' } = JSON.parse(line);
  if (!nodes.has(scope)) nodes.set(scope, codeNode(buildKeySource(scope, source)));
  const answer = await nodes
    .get(scope)(webhookItem(Buffer.from(body, 'base64')))
    .then(([{ json }]) => json, (error) => ({ error: error.message }));
  if (!process.stdout.write(JSON.stringify(answer) + '\n')) {
    await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
