// "Build Key" for rules that are not the generic one: every kind of source and condition, by hand.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { codeNode, ruleKeySource, webhookItem } from './code-node.mjs';

const part = (...sources) => ({ sources, required: true });
const optional = (...sources) => ({ sources, required: false });
const rule = (parts, more = {}) => ({ batch: null, fallback: null, parts, ...more });
const rules = (rule, more = {}) => ({ control: [], variants: [], rule, hash: true, ...more });
const json = (...path) => ({ json: path });
const item = (...path) => ({ item: path, up: 0 });
const header = (name) => ({ header: name });
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const hashOf = (text) => 'sha256:' + sha256(text);

async function run(rules, body, { type, headers, query, scope } = {}) {
  const bytes = Buffer.from(body);
  const items = await codeNode(ruleKeySource(rules, scope))(webhookItem(bytes, type, { headers, query }));
  return JSON.parse(JSON.stringify(items)).map(({ json }) => json);
}
const keys = async (...args) => (await run(...args)).map(({ key }) => key);

async function check(rules, cases) {
  for (const [body, expected, request] of cases) {
    assert.deepEqual(await keys(rules, body, request), [expected ?? hashOf(body)], `${body} ${JSON.stringify(request)}`);
  }
}

test('a header, in any case and exactly as it is', () =>
  check(rules(rule([part(header('X-Event-ID'))])), [
    ['{"id":"other"}', 'evt:a', { headers: { 'x-event-id': 'a' } }],
    ['not json', 'evt:a, b', { headers: { 'x-event-id': 'a, b' } }],
    ['', 'evt:a', { headers: { 'x-event-id': 'a' } }],
    ['{"id":"other"}', undefined, { headers: { 'x-event-id': ' ' } }],
    ['{"id":"other"}', undefined, { headers: { 'x-event-id': ['a', 'b'] } }],
    ['{"id":"other"}', undefined, { headers: { 'x-other': 'a' } }],
    ['{"id":"other"}', undefined, {}],
  ]));

test('a parameter of the query', () =>
  check(rules(rule([part({ query: 'id' })])), [
    ['{}', 'evt:a', { query: { id: 'a' } }],
    ['{}', undefined, { query: { id: ['a', 'b'] } }],
    ['{}', undefined, { query: { id: { a: 'b' } } }],
    ['{}', undefined, { query: { id: '' } }],
  ]));

test('a field of a form, byte by byte', () =>
  check(rules(rule([part({ form: 'a b' })])), [
    ['a+b=1', 'evt:1'],
    ['x=1&a%20b=c+d%C3%BC%2B&y', 'evt:c dü+'],
    ['a+b=%zz%%41', 'evt:%zz%A'],
    ['a+b=%EF%BB%BFx', 'evt:\ufeffx'],
    ['a+b=%ff', undefined],
    ['a+b=1&a+b=1', undefined],
    ['a+b=', undefined],
    ['a+b', undefined],
    ['A+b=1', undefined],
    // A body that is JSON has no fields.
    ['"a+b=1&a+b=1"', undefined],
    ['"&a+b=1&"', undefined],
  ]));

test('a place in the body', () =>
  check(rules(rule([part(json('data', 0, 'id'))])), [
    ['{"data":[{"id":"a"},{"id":"b"}]}', 'evt:a'],
    ['{"data":[{"id":7.0}]}', 'evt:7'],
    ['{"data":[{"id":"a","id":"b"}]}', 'evt:b'],
    ['{"data":{"0":{"id":"a"}}}', undefined],
    ['{"data":[]}', undefined],
    ['{"data":["id"]}', undefined],
    ['{"data":[{"id":true}]}', undefined],
    ['{"data":[{"id":null}]}', undefined],
    ['{"data":[{"id":9007199254740993}]}', undefined],
    ['{"data":[{"id":{"a":1}}]}', undefined],
    ['{"__proto__":{"data":[{"id":"a"}]}}', undefined],
    ['null', undefined],
    ['data', undefined],
  ]));

test('the hash of the body as a part', () =>
  check(rules(rule([part(json('t')), part({ sha256: true })])), [['{"t":"x"}', `evt:x/${sha256('{"t":"x"}')}`]]));

test('several parts', () =>
  check(rules(rule([part(json('a')), optional(json('b'), json('c'))])), [
    ['{"a":"x","b":"y"}', 'evt:x/y'],
    ['{"a":"x","b":null,"c":"z"}', 'evt:x/z'],
    ['{"a":"x","b":true}', 'evt:x/true'],
    ['{"a":false,"b":0}', 'evt:false/0'],
    ['{"a":"x"}', 'evt:x/'],
    ['{"a":"b/ü!*\'()~-._","b":"+ %"}', 'evt:b%2F%C3%BC%21%2A%27%28%29~-._/%2B%20%25'],
    // Present, but no id: an optional part fails like a required one, and its alternative is not tried.
    ['{"a":"x","b":"","c":"z"}', undefined],
    ['{"a":"x","b":{}}', undefined],
    ['{"a":null,"b":"y"}', undefined],
    ['{"b":"y"}', undefined],
    [`{"a":"${'x'.repeat(253)}","b":"y"}`, `evt:${'x'.repeat(253)}/y`],
    [`{"a":"${'x'.repeat(254)}","b":"y"}`, `evt-sha256:${sha256('x'.repeat(254) + '/y')}`],
  ]));

test('a key of absent parts only is none', () =>
  check(rules(rule([optional(json('a')), optional(json('b'))])), [
    ['{"b":"y"}', 'evt:/y'],
    ['{}', undefined],
    ['{"a":null}', undefined],
  ]));

test('the fallback, then the body', () =>
  check(rules(rule([part(header('X-Id'))], { fallback: rule([part(json('a')), part(json('b'))]) })), [
    ['{"a":1,"b":2}', 'evt:h', { headers: { 'x-id': 'h' } }],
    ['{"a":1,"b":2}', 'evt:1/2'],
    ['{"a":1}', undefined],
  ]));

test('without the hash of the body there is no key, and the delivery is a signal', async () => {
  const signal = { signal: true, key: null, event_type: 'x' };
  assert.deepEqual(await run(rules(rule([part(json('a'))]), { hash: false }), '{"type":"x"}'), [signal]);
  assert.deepEqual(await run(rules(null, { hash: false }), '{"type":"x"}', { scope: 'shop' }), [signal]);
  // A rule that says "none" is not one that failed.
  assert.deepEqual(await run(rules(null), '{"type":"x"}'), [signal]);
});

test('an empty body has no key', async () => {
  for (const rule of [rules(null, { hash: false }), rules(null)]) {
    await assert.rejects(run(rule, ''), { message: 'No key: the body is empty' });
  }
});

test('the scope stands in front', async () => {
  const two = rules(rule([part(json('a')), part(json('b'))]));
  assert.deepEqual(await keys(two, '{"a":1,"b":2}', { scope: 'shop' }), ['shop:evt:1/2']);
  assert.deepEqual(await keys(two, '{}', { scope: 'shop' }), ['shop:' + hashOf('{}')]);
});

test('variants: every one whose conditions hold, else the rule', async () => {
  const when = (source, is) => ({ source, is });
  const by = rules(rule([part(json('c'))]), {
    variants: [
      { when: [when(json('a'), 'present'), when(json('b'), 'absent')], rule: rule([part(json('a'))]) },
      { when: [when(json('n'), 'present')], rule: null },
      { when: [when(json('list'), 'present')], rule: rule([part(item('id'))], { batch: ['list', null] }) },
      { when: [when(json('more'), 'present')], rule: rule([part(item('id'))], { batch: ['more', null] }) },
    ],
  });
  for (const [body, expected] of [
    ['{"a":"1","c":"3"}', ['evt:1']],
    ['{"a":"1","b":null,"c":"3"}', ['evt:1']],
    ['{"a":"1","b":"2","c":"3"}', ['evt:3']],
    ['{"n":1,"c":"3"}', [null]],
    ['{"n":1,"a":"1"}', ['evt:1']],
    ['{"list":[{"id":"1"}],"more":[{"id":"2"}]}', ['evt:1', 'evt:2']],
    // What is no array is no batch.
    ['{"list":{"id":"1"},"more":[{"id":"2"}]}', ['evt:2']],
    ['{"list":{"id":"1"}}', [hashOf('{"list":{"id":"1"}}')]],
  ]) {
    assert.deepEqual(await keys(by, body), expected, body);
  }
});

test('conditions', async () => {
  const applies = async (condition, body, request) => {
    const by = rules(rule([part({ sha256: true })]), {
      variants: [{ when: [condition], rule: rule([part(header('X-Yes'))]) }],
    });
    const [key] = await keys(by, body, { ...request, headers: { 'x-yes': 'yes', ...request?.headers } });
    return key === 'evt:yes';
  };
  const like = (source, like, not = false) => ({ source, like, not });
  for (const [condition, body, expected, request] of [
    [{ source: json('a', null, 'b'), is: 'present' }, '{"a":[{},{"b":1}]}', true],
    [{ source: json('a', null, 'b'), is: 'present' }, '{"a":[{},{"b":null}]}', false],
    [{ source: json('a', null, 'b'), is: 'absent' }, '{"a":[]}', true],
    [{ source: header('X-A'), is: 'present' }, '{}', true, { headers: { 'x-a': '' } }],
    [{ source: header('X-A'), is: 'absent' }, '{}', true],
    [{ source: { form: 'id' }, is: 'present' }, 'id=1', true],
    [{ source: { form: 'id' }, is: 'present' }, 'id=1&' + 'x'.repeat(65_536), false],
    [like({ form: 'id' }, '1'), 'id=1&' + 'x'.repeat(65_536), false],
    [like({ form: 'id' }, '*', true), 'id=1&' + 'x'.repeat(65_536), true],
    [like({ form: 'id' }, ''), 'id=%ff', true],
    [like({ query: 'mode' }, 'sub*'), '{}', true, { query: { mode: 'subscribe' } }],
    [like(json('n'), '0'), '{"n":0}', true],
    [like(json('n'), 'true'), '{"n":true}', true],
    [like(json('n'), ''), '{}', true],
    [like(json('n'), 'x', true), '{}', true],
    [like(json('n'), 'x', true), '{"n":"x"}', false],
  ]) {
    assert.equal(await applies(condition, body, request), expected, `${JSON.stringify(condition)} ${body.slice(0, 30)}`);
  }
});

test('patterns match the whole value, and no value makes them slow', async () => {
  const matches = async (pattern, value) => {
    const control = { when: [{ source: header('X-V'), like: pattern, not: false }] };
    const answer = { status: 200, echo: null, member: null, text: null };
    const by = rules(rule([part(json('id'))]), { control: [{ ...control, ...answer }] });
    return 'control' in (await run(by, '{"id":"a"}', { headers: { 'x-v': value } }))[0];
  };
  for (const [pattern, value, expected] of [
    ['evt_*', 'evt_1', true],
    ['evt_*', 'evt_', true],
    ['evt_*', 'xevt_1', false],
    ['event', 'events', false],
    ['', 'a', false],
    ['*', '', true],
    ['*.myshopify.com', 'shop.myshopify.com.evil.example', false],
    ['*.myshopify.com', 'a.myshopify.com.myshopify.com', true],
    ['INSERT|UPDATE', 'UPDATE', true],
    ['INSERT|UPDATE', 'UPDAT', false],
    ['t=<digits>,*v1=<hex64>*', `t=17,v0=x,v1=${'0a'.repeat(32)},v1=y`, true],
    ['t=<digits>,*v1=<hex64>*', `t=,v1=${'0a'.repeat(32)}`, false],
    ['<hex64>', '0A'.repeat(32), false],
    ['<hex40>', 'a'.repeat(40), true],
    ['<hex40>', 'a'.repeat(41), false],
    ['<hex128>', 'a'.repeat(128), true],
    ['<uuid>', '141f88c0-ec38-4515-ac00-f1231355f124', true],
    ['*ab*ab', 'abab', true],
    ['*ä<digits>', 'öä7', true],
    ['*📦', 'a📦', true],
    ['<digits>', '', false],
    ['*a'.repeat(30) + 'b', 'a'.repeat(20_000), false],
    ['a.c', 'abc', false],
  ]) {
    assert.equal(await matches(pattern, value), expected, `${pattern} ${value.slice(0, 40)}`);
  }
});

test('a batch has a key for each item, in order', async () => {
  const by = rules(
    rule([part(item('id'))], { batch: ['data', null], fallback: rule([part(item('t')), part({ item: ['at'], up: 2 })]) }),
  );
  assert.deepEqual(await run(by, '{"at":9,"data":[{"id":"a","type":"x"},{"t":"b"},{"id":true,"t":7},{},"c"]}'), [
    { key: 'evt:a', event_type: 'x', event: { id: 'a', type: 'x' } },
    { key: 'evt:b/9', event_type: null, event: { t: 'b' } },
    { key: 'evt:7/9', event_type: null, event: { id: true, t: 7 } },
    { signal: true, key: null, event_type: null, event: {} },
    { signal: true, key: null, event_type: null, event: 'c' },
  ]);
  // Not even the hash: it would stand for several events.
  assert.deepEqual(await keys(by, '{"data":[{}]}'), [null]);
  assert.deepEqual(await keys(by, '{"data":{}}'), [hashOf('{"data":{}}')]);
});

test('nested arrays, and levels above the item', async () => {
  const by = rules(
    rule([part({ item: ['id'], up: 3 }), part(item())], { batch: ['entry', null, 'ids', null, 'v'] }),
  );
  // Above "v" are its object, the array "ids", and the entry.
  const body = '{"entry":[{"id":"E","ids":[{"v":1},{"v":2},{}]},{"id":"F","ids":[{"v":1}]},{"ids":[{"v":1}]}]}';
  assert.deepEqual(await keys(by, body), ['evt:E/1', 'evt:E/2', 'evt:F/1', null]);
  const tooFar = rules(rule([part({ item: ['id'], up: 9 })], { batch: ['entry', null] }));
  assert.deepEqual(await keys(tooFar, body), [null, null, null]);
});

test('the same event twice in a batch is one, and an empty batch is answered', async () => {
  const by = rules(rule([part(item('id'))], { batch: [null] }));
  assert.deepEqual(await keys(by, '[{"id":"a"},{"id":"b"},{"id":"a"},{},{}]'), ['evt:a', 'evt:b', null, null]);
  assert.deepEqual(await run(by, '[]'), [{ control: { status: 200, type: 'text/plain', body: '' } }]);
});

test('control messages are answered as their sender expects', async () => {
  const when = (value) => [{ source: json('type'), like: value, not: false }];
  const none = { status: 200, echo: null, member: null, text: null };
  const by = rules(rule([part(json('id'))]), {
    control: [
      { ...none, when: [...when('a'), { source: json('x'), is: 'present' }] },
      { ...none, when: when('b'), echo: json('challenge') },
      { ...none, when: when('c'), echo: json('challenge'), member: 'answer' },
      { ...none, when: when('d'), status: 204 },
      { ...none, when: when('e'), text: '{"type":1}' },
      { ...none, when: when('f'), echo: { query: 'challenge' } },
    ],
  });
  const plain = (body, status = 200) => ({ status, type: 'text/plain', body });
  const asJson = (body) => ({ status: 200, type: 'application/json', body });
  for (const [body, expected, request] of [
    ['{"type":"a","x":1,"id":"1"}', plain('')],
    ['{"type":"b","challenge":"c h"}', plain('c h')],
    ['{"type":"b","challenge":7}', plain('7')],
    ['{"type":"b"}', plain('')],
    ['{"type":"c","challenge":"x"}', asJson('{"answer":"x"}')],
    ['{"type":"d"}', plain('', 204)],
    ['{"type":"e"}', asJson('{"type":1}')],
    ['{"type":"f"}', plain('q'), { query: { challenge: 'q' } }],
  ]) {
    assert.deepEqual(await run(by, body, request), [{ control: expected }], body);
  }
  assert.deepEqual(await keys(by, '{"type":"a","id":"1"}'), ['evt:1']);
});

test('what has no bytes is refused as with the generic rule', async () => {
  const by = rules(rule([part(header('X-Id'))]));
  const multipart = { type: 'multipart/form-data; boundary=x', headers: { 'x-id': 'a' } };
  await assert.rejects(run(by, 'x', multipart), { message: 'No key: a multipart request has no raw body' });
  const node = codeNode(ruleKeySource(by));
  await assert.rejects(node({ json: { headers: { 'x-id': 'a' } } }), /Raw Body/);
});
