// The negative control: the fixtures must tell the usual snippet from a right one, on the inputs that
// are known to break it. If this test fails, the fixtures have lost their bite.
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
  const names = {};
  for (const testCase of genericCases().filter(({ scope }) => scope === undefined)) {
    const key = await naiveKey(testCase.bytes, type ?? contentType(testCase) ?? 'application/json');
    if (key !== testCase.key && key !== 'HTTP 422') (names[testCase.file] ??= []).push(testCase.name);
  }
  return names;
};

test('the snippet is wrong on exactly these fixtures', async () => {
  assert.deepEqual(await differing(), WRONG);
});

test('the snippet misses the id of every other content type', async () => {
  for (const type of ['application/cloudevents+json', 'application/octet-stream', 'text/plain']) {
    const names = await differing(type);
    assert.ok(names['json.json'].includes('the published example'), type);
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

// What goes wrong: no key is refused, numbers lose digits, everything becomes text, and nothing is checked.
const WRONG = {
  'empty.json': [
    'zero bytes',
    'zero bytes that claim to be JSON',
  ],
  'id-number.json': [
    'zero',
    'minus zero',
    'minus zero with a point',
    'minus zero with an exponent',
    'so small that its double is zero',
    'a fraction that makes its double 2^53',
    '2^53',
    '2^53 + 1',
    '−2^53',
    'twenty digits',
    'twenty other digits of the same double',
    'beyond every double',
    'beyond every double, negative',
    'one and a half',
    'a tenth',
    'true',
    'an empty object',
    'an object',
    'another object',
    'an empty array',
    'an array of one id',
  ],
  'id-string.json': [
    '256 bytes',
    '128 characters of two bytes',
    '64 characters of four bytes',
    '4,000 characters',
    'a space',
    'several kinds of white space',
    'U+FEFF alone, which is white space in JavaScript only',
    'U+0085 alone, which is white space in Rust only',
    'U+0000',
    'a line end',
    'a tab',
    'U+001F',
    'U+007F',
    'U+0080',
    'U+0085 between',
    'U+009F',
    'the first half of a pair',
    'the second half of a pair',
    'a pair the wrong way round',
    'halves with a letter between',
  ],
  'json.json': [
    'the content type says text',
    'the content type says form',
    'a content type of the +json kind',
  ],
  'utf8.json': [
    'a lone continuation byte',
    'an overlong slash',
    'a surrogate in UTF-8',
    'a pair of surrogates in UTF-8 (CESU-8)',
    'above U+10FFFF',
    'Latin-1',
  ],
};
