// Every sender's deliveries: by the sender's rules "Build Key" gives the keys that the fixtures expect.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { codeNode, ruleKeySource, webhookItem } from './code-node.mjs';

const FOLDER = new URL('../fixtures/providers/', import.meta.url);
// Written by crates/core/tests/n8n from the senders' facts.
const RULES_FILE = new URL('../../crates/core/tests/snapshots/n8n-rules.json', import.meta.url);
const RULES = JSON.parse(readFileSync(RULES_FILE, 'utf8'));

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json')).sort()) {
  const { provider, cases, more } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));

  test(provider, async () => {
    const source = ruleKeySource(RULES[provider]);
    for (const { name, expect, ...deliveries } of cases) {
      for (const which of ['first', 'retry', 'other']) {
        const about = `${name}: ${which}`;
        const keys = (await run(source, deliveries[which])).map(({ key }) => key);
        if (expect.kind === 'none') assert.deepEqual(keys, [null], about);
        else assert.deepEqual(new Set(keys), expected(expect.key_parts[which]), about);
      }
    }
    for (const { name, request, expect } of more) {
      const items = await run(source, request);
      if (expect.control) assert.deepEqual(items.map((item) => Object.keys(item)), [['control']], name);
      else assert.deepEqual(new Set(items.map(({ key }) => key)), expected(expect.key_parts), name);
    }
  });
}

test('there are rules for every sender that has fixtures, and for more', () => {
  const fixtures = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  assert.ok(fixtures.length >= 31);
  assert.ok(Object.keys(RULES).length >= 49);
});

async function run(source, { headers, url, body_base64 }) {
  // As Node gives them: names in lower case, what occurs twice joined.
  const joined = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    joined[key] = key in joined ? `${joined[key]}, ${value}` : value;
  }
  const query = Object.fromEntries(new URL(url).searchParams);
  const item = webhookItem(Buffer.from(body_base64, 'base64'), undefined, { headers: joined, query });
  // What comes out of the node is of another realm.
  return JSON.parse(JSON.stringify(await codeNode(source)(item))).map(({ json }) => json);
}

// The keys of parts: one list, or one for each item of a batch.
function expected(parts) {
  const lists = Array.isArray(parts[0]) ? parts : [parts];
  return new Set(lists.map(keyOf));
}

function keyOf(parts) {
  if (parts.length === 1) return `evt:${parts[0]}`;
  const encode = (part) =>
    encodeURIComponent(part ?? '').replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `evt:${parts.map(encode).join('/')}`;
}
