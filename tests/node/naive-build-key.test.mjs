// The negative control: the fixtures must tell the usual snippet from a right one, on the inputs that
// shared/n8n/facts.md names. If this test fails, the fixtures have lost their bite.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { codeNode, webhookItem } from './code-node.mjs';
import { contentType, genericCases } from './fixtures.mjs';

// It needs NODE_FUNCTION_ALLOW_BUILTIN=crypto.
const require = createRequire(import.meta.url);
const naive = codeNode(readFileSync(new URL('naive-build-key.js', import.meta.url), 'utf8'), { allow: { require } });

// Answers the key, or what n8n answers itself: 422 for a JSON content type with something else.
async function naiveKey(bytes, type) {
  let item;
  try {
    item = webhookItem(bytes, type);
  } catch {
    return 'HTTP 422';
  }
  return (await naive(item))[0].json.key;
}

const differing = async (type) => {
  const names = [];
  for (const testCase of genericCases().filter(({ scope }) => scope === undefined)) {
    const key = await naiveKey(testCase.bytes, type ?? contentType(testCase) ?? 'application/json');
    if (key !== testCase.key && key !== 'HTTP 422') names.push(`${testCase.file}: ${testCase.name}`);
  }
  return names;
};

test('the snippet is wrong on exactly these fixtures', async () => {
  assert.deepEqual(await differing(), WRONG);
});

test('the snippet misses the id of every other content type', async () => {
  for (const type of ['application/cloudevents+json', 'application/octet-stream', 'text/plain']) {
    const names = await differing(type);
    assert.ok(names.includes('json.json: the published example'), type);
  }
});

test('two events become one', async () => {
  const same = async (a, b) => {
    const [first, second] = await Promise.all([a, b].map((body) => naiveKey(Buffer.from(body), 'application/json')));
    return first === second;
  };
  assert.ok(await same('{"id":12345678901234567890}', '{"id":12345678901234567891}'));
  assert.ok(await same('{"id":{"a":1}}', '{"id":{"a":2}}'));
  assert.ok(!(await same('{"id":"evt_A"}', '{"id":"evt_B"}')));
});

const WRONG = [];
