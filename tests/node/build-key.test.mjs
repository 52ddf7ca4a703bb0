import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { buildKeySource, codeNode, webhookItem } from './code-node.mjs';
import { contentType, genericCases } from './fixtures.mjs';

const node = codeNode(buildKeySource());
const keyOf = async (body, run = node) => (await run(webhookItem(Buffer.from(body))))[0].json.key;
const typeOf = async (body) => (await node(webhookItem(Buffer.from(body))))[0].json.event_type;

test('every fixture has its key', async () => {
  const cases = genericCases();
  assert.ok(cases.length > 200);
  for (const { file, name, scope, key, bytes, ...rest } of cases) {
    const answer = codeNode(buildKeySource(scope))(webhookItem(bytes, contentType(rest)));
    if (key === null) {
      await assert.rejects(answer, { message: 'No key: the body is empty' }, `${file}: ${name}`);
    } else {
      assert.equal((await answer)[0].json.key, key, `${file}: ${name}`);
    }
  }
});

test('SHA-256 is that of node:crypto', async () => {
  const lengths = [...Array(300).keys()].map((n) => n + 1).concat(65_535, 1 << 20, (3 << 20) + 17);
  for (const length of lengths) {
    const bytes = Buffer.alloc(length, 0xff);
    for (let i = 1; i < length; i += 7) bytes[i] = i * 31;
    const expected = createHash('sha256').update(bytes).digest('hex');
    assert.equal(await keyOf(bytes), 'sha256:' + expected, `${length} bytes`);
  }
});

test('any depth', async () => {
  const deep = (depth) => '['.repeat(depth) + ']'.repeat(depth);
  assert.equal(await keyOf(`{"deep":${deep(10_000)},"id":"a"}`), 'evt:a');
  assert.equal(await keyOf(`{"deep":${deep(1_000_000)},"id":"a"}`), 'evt:a');
});

test('a mark alone is a body that is not JSON', async () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  assert.match(await keyOf(mark), /^sha256:f1945cd6c19e56b3c1c78943ef5ec18116907a4ca1efc40a57d48ab1db7adfc5$/);
});

test('the event type is a text that PostgreSQL can store, else null', async () => {
  for (const [body, expected] of [
    ['{"type":"order.paid"}', 'order.paid'],
    ['{"id":"a","type":""}', ''],
    ['{"type":"a,b \'c\' \\t"}', "a,b 'c' \t"],
    ['{"type":"x","type":"y"}', 'y'],
    ['{"type":"\\ud83d\\udce6"}', '📦'],
    ['{"id":"a"}', null],
    ['{"type":1}', null],
    ['{"type":null}', null],
    ['{"type":["order.paid"]}', null],
    ['{"type":"a\\u0000b"}', null],
    ['{"type":"a\\ud800b"}', null],
    ['{"data":{"type":"order.paid"}}', null],
    ['{"__proto__":{"type":"order.paid"}}', null],
    ['[{"type":"order.paid"}]', null],
    ['order.paid', null],
  ]) {
    assert.equal(await typeOf(body), expected, body);
  }
});

test('the node puts out nothing but the key and the type', async () => {
  const items = await node(webhookItem(Buffer.from('{"id":"a","secret":"s"}')));
  assert.deepEqual(JSON.parse(JSON.stringify(items)), [{ json: { key: 'evt:a', event_type: null } }]);
});

test('the body that n8n parsed plays no part', async () => {
  const item = webhookItem(Buffer.from('{"id":12345678901234567890}'), 'application/json');
  assert.equal(item.json.body.id, 12345678901234567000);
  item.json.body.id = 'evt_forged';
  assert.match((await node(item))[0].json.key, /^sha256:/);
});

test('a multipart request has no key, even if a file field is named "data"', async () => {
  for (const type of ['multipart/form-data; boundary=x', ' Multipart/Form-Data;boundary=x', 'multipart/form-data']) {
    const item = webhookItem(Buffer.from('{"id":"evt_A"}'), type);
    await assert.rejects(node(item), { message: 'No key: a multipart request has no raw body' });
  }
});

test('Raw Body off is no reason to tell the sender that its request is bad', async () => {
  const { json } = webhookItem(Buffer.from('{"id":"a"}'), 'application/json');
  for (const item of [{ json }, { json, binary: {} }, { json, binary: { file: { data: 'e30=' } } }]) {
    await assert.rejects(node(item), (error) => /Raw Body/.test(error.message) && !/No key:/.test(error.message));
  }
});

test('bytes that n8n has stored are fetched, wherever it keeps them', async () => {
  const calls = [];
  const getBinaryDataBuffer = async (...args) => {
    calls.push(args);
    return Buffer.from('{"id":"evt_stored"}');
  };
  const run = codeNode(buildKeySource(), { helpers: { getBinaryDataBuffer } });
  const file = { id: 'filesystem-v2:1', data: 'filesystem-v2', mimeType: 'application/json' };
  const separate = await run({ json: { headers: {} }, binary: { data: file } });
  const combined = await run({ json: { headers: {}, _files: { data: file } } });
  assert.deepEqual([separate[0].json.key, combined[0].json.key], ['evt:evt_stored', 'evt:evt_stored']);
  assert.deepEqual(calls, [[0, file], [0, file]]);

  const broken = codeNode(buildKeySource(), {
    helpers: { getBinaryDataBuffer: async () => Promise.reject(new Error('storage is down')) },
  });
  await assert.rejects(broken({ json: {}, binary: { data: file } }), { message: 'storage is down' });
});

test('the runner offers no crypto, so that a pass here is a pass there', async () => {
  const source = 'return [typeof crypto, typeof process, typeof URL, typeof structuredClone, typeof fetch]';
  assert.deepEqual([...(await codeNode(source)({}))], Array(5).fill('undefined'));
  await assert.rejects(codeNode("return require('crypto')")({}), { message: "Module 'crypto' is disallowed" });
});

test('16 MiB take well under a second', async () => {
  const item = webhookItem(Buffer.alloc(16 << 20, 0x20));
  const start = performance.now();
  await node(item);
  // Far above what was measured (0.2 s), so that a busy machine does not fail it.
  assert.ok(performance.now() - start < 5_000);
});
