// Runs the generated receivers in a small model of n8n's engine, with scripted databases and business
// steps: which answer goes out, and is the key kept or given back? The real engine is run by
// crates/conformance; this one takes a second and says which wire is wrong.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { codeNode, webhookItem } from './code-node.mjs';

const [claimFirst, lease, sameTransaction] = ['receive', 'receive-lease', 'receive-same-transaction'].map((name) => {
  const file = new URL(`../../crates/core/tests/snapshots/n8n-${name}-en.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
});

const BUSINESS_STEP = 'Business Step (insert business_log)';
const A = Buffer.from('{"id":"evt_A","type":"order.paid"}');
const items = (...jsons) => () => jsons.map((json) => ({ json }));
const errorItem = items({ message: 'Connection refused', error: { name: 'NodeOperationError' } });
const throws = () => {
  throw new Error('thrown');
};

// What the nodes do where a scenario says nothing else.
const NORMAL = new Map([
  [
    claimFirst,
    { Claim: items({ claimed: 1 }), [BUSINESS_STEP]: items({ id: '1' }), 'Release Key': items({ success: true }) },
  ],
  [
    lease,
    {
      Claim: items({ outcome: 'claimed', claim_token: 'token', retry_after_seconds: null }),
      [BUSINESS_STEP]: items({ id: '1' }),
      Finish: items({ outcome: 'finished' }),
      'Release Key': items({ outcome: 'released' }),
    },
  ],
  [sameTransaction, { 'Claim and Work': items({ outcome: 'claimed' }) }],
]);

const PROCESSED = { status: 200, body: { status: 'processed', key: 'evt:evt_A' } };
const DUPLICATE = { status: 200, body: { status: 'duplicate', key: 'evt:evt_A' } };
const UNAVAILABLE = { status: 503, body: { status: 'unavailable' }, failed: true };
const GIVEN_BACK = { status: 500, body: { status: 'failed' }, failed: true, released: true };
const STUCK = { ...GIVEN_BACK, released: false, message: /Release Key failed/ };
const WITHOUT_KEY = { ...UNAVAILABLE, message: /\(no key\)/ };

const IN_PROGRESS = { status: 503, body: { status: 'in progress', key: 'evt:evt_A' }, retryAfter: '41' };
const UNRECORDED = { ...UNAVAILABLE, message: /could not be recorded/ };
const UNRELEASED = { ...GIVEN_BACK, released: false, message: /when the lease is over/ };

// The claim's database refuses NULL.
const notNull = ([key]) => (key === undefined ? errorItem() : assert.fail(`claimed ${key}`));

for (const [name, script, expected] of [
  ['new', {}, PROCESSED],
  ['duplicate', { Claim: items({ claimed: 0 }) }, DUPLICATE],
  ['claim fails', { Claim: errorItem }, UNAVAILABLE],
  ['claim throws', { Claim: throws }, UNAVAILABLE],
  ['claim gives {success: true}', { Claim: items({ success: true }) }, UNAVAILABLE],
  ['step fails', { [BUSINESS_STEP]: errorItem }, GIVEN_BACK],
  ['step throws', { [BUSINESS_STEP]: throws }, GIVEN_BACK],
  ['step gives no item', { [BUSINESS_STEP]: items() }, PROCESSED],
  ['step gives many items', { [BUSINESS_STEP]: items({ a: 1 }, { a: 2 }) }, PROCESSED],
  ['step gives a field "claimed" of its own', { [BUSINESS_STEP]: items({ claimed: true }) }, PROCESSED],
  ['step passes "claimed" through', { [BUSINESS_STEP]: items({ claimed: 1, ok: true }) }, GIVEN_BACK],
  ['release fails, too', { [BUSINESS_STEP]: errorItem, 'Release Key': errorItem }, STUCK],
  ['release throws', { [BUSINESS_STEP]: throws, 'Release Key': throws }, STUCK],
  ['no runner for the code', { 'Build Key': throws, Claim: notNull }, WITHOUT_KEY],
  ['code stops for another reason', { 'Build Key': items({ error: 'x is not defined [line 3]' }) }, WITHOUT_KEY],
]) {
  test(name, async () => check(await run(claimFirst, script, webhookItem(A)), expected));
}

const failing = (node) => [errorItem, throws].map((script) => ({ [node]: script }));
const inProgress = { outcome: 'in_progress', claim_token: null, retry_after_seconds: 41 };
for (const [name, script, expected] of [
  ['new', {}, PROCESSED],
  ['done', { Claim: items({ outcome: 'done', claim_token: null, retry_after_seconds: null }) }, DUPLICATE],
  ['in progress', { Claim: items(inProgress) }, IN_PROGRESS],
  ['an outcome of which nothing is known', { Claim: items({ outcome: 'mismatch' }) }, UNAVAILABLE],
  ['claim gives {success: true}', { Claim: items({ success: true }) }, UNAVAILABLE],
  ...failing('Claim').map((script) => ['claim fails', script, UNAVAILABLE]),
  ...failing(BUSINESS_STEP).map((script) => ['step fails', script, GIVEN_BACK]),
  ['step gives no item', { [BUSINESS_STEP]: items() }, PROCESSED],
  ['step gives many items', { [BUSINESS_STEP]: items({ a: 1 }, { a: 2 }) }, PROCESSED],
  ['step fails in part', { [BUSINESS_STEP]: items({ a: 1 }, { message: 'no', error: {} }) }, GIVEN_BACK],
  ['step gives an outcome of its own', { [BUSINESS_STEP]: items({ outcome: 'claimed' }) }, PROCESSED],
  ['step passes the token through', { [BUSINESS_STEP]: items({ claim_token: 'token', ok: 1 }) }, GIVEN_BACK],
  ...failing('Finish').map((script) => ['finish fails', script, UNRECORDED]),
  ['lost', { Finish: items({ outcome: 'lost' }) }, UNRECORDED],
  ['no item, and lost', { [BUSINESS_STEP]: items(), Finish: items({ outcome: 'lost' }) }, UNRECORDED],
  ['lost before the release', { [BUSINESS_STEP]: throws, 'Release Key': items({ outcome: 'lost' }) }, UNRELEASED],
  ...failing('Release Key').map((script) => ['release fails', { ...script, [BUSINESS_STEP]: errorItem }, UNRELEASED]),
  ['no runner for the code', { 'Build Key': throws, Claim: notNull }, WITHOUT_KEY],
]) {
  test(`lease: ${name}`, async () => check(await run(lease, script, webhookItem(A)), expected));
}

for (const [name, script, expected] of [
  ['new', {}, PROCESSED],
  ['done', { 'Claim and Work': items({ outcome: 'done' }) }, DUPLICATE],
  ['gives {success: true}', { 'Claim and Work': items({ success: true }) }, UNAVAILABLE],
  ...failing('Claim and Work').map((script) => ['fails', script, UNAVAILABLE]),
]) {
  test(`same transaction: ${name}`, async () => check(await run(sameTransaction, script, webhookItem(A)), expected));
}

for (const workflow of [claimFirst, lease, sameTransaction]) {
  test('no key', async () => {
    const expected = { status: 400, body: { status: 'no key' } };
    check(await run(workflow, {}, webhookItem(Buffer.alloc(0))), expected);
    check(await run(workflow, {}, webhookItem(A, 'multipart/form-data; boundary=x')), expected);
  });

  test('Raw Body off is answered 503, so that nothing is lost until it is on', async () => {
    check(await run(workflow, {}, { json: { headers: {}, body: { id: 'evt_A' } } }), WITHOUT_KEY);
  });
}

test('a lease is finished once, with the key and the token', async () => {
  for (const [step, finished, released] of [
    [items({ a: 1 }, { a: 2 }), 1, 0],
    [items(), 1, 0],
    [errorItem, 0, 1],
  ]) {
    const seen = { Finish: [], 'Release Key': [] };
    const record = (name) => (values) => (seen[name].push(values), NORMAL.get(lease)[name]());
    await run(lease, { [BUSINESS_STEP]: step, Finish: record('Finish'), 'Release Key': record('Release Key') }, webhookItem(A));
    const call = ['evt:evt_A', 'token'];
    assert.deepEqual(seen, { Finish: Array(finished).fill(call), 'Release Key': Array(released).fill(call) });
  }
});

test('the claim, the step and the release get the same key, and the step the type', async () => {
  const seen = {};
  const record = (name, result) => (values) => {
    seen[name] = values;
    return result();
  };
  await run(
    claimFirst,
    {
      Claim: record('Claim', items({ claimed: 1 })),
      [BUSINESS_STEP]: record('step', errorItem),
      'Release Key': record('release', items({ success: true })),
    },
    webhookItem(Buffer.from('{"id":"a,b","type":"t"}')),
  );
  assert.deepEqual(seen, { Claim: ['evt:a,b'], step: ['evt:a,b', 't'], release: ['evt:a,b'] });
});

function check({ answers, failure, released }, expected) {
  assert.equal(answers.length, 1);
  assert.equal(answers[0].status, expected.status);
  if (expected.body) assert.deepEqual(answers[0].body, expected.body);
  assert.equal(answers[0].headers['Retry-After'], expected.retryAfter ?? (expected.status === 503 ? '30' : undefined));
  assert.equal(failure !== undefined, expected.failed === true);
  if (expected.message) assert.match(failure, expected.message);
  else if (failure) assert.doesNotMatch(failure, /Release Key failed|recorded|when the lease is over/);
  assert.equal(released, expected.released === true);
}

// n8n's rules as the workflow relies on them: a node that throws hands its input to output 0 if it has
// an `onError`, else the run ends; error items go to the last output; with the execution order v1 the
// node further up goes first, and its whole branch runs before the next; an output without items leads nowhere.
async function run(workflow, script, hookItem) {
  const nodes = new Map(workflow.nodes.map((node) => [node.name, node]));
  const normal = NORMAL.get(workflow);
  const outputs = new Map();
  const answers = [];
  let released = false;
  const $ = (name) => ({
    isExecuted: outputs.has(name),
    first: (output = 0) => outputs.get(name)[output]?.[0],
  });
  const evaluate = (expression, input) => {
    const js = expression.match(/^=\{\{([\s\S]*)\}\}$/)[1];
    return new Function('$json', '$', `return (${js})`)(input[0].json, $);
  };
  const template = (text, input) =>
    text.slice(1).replace(/\{\{([\s\S]*?)\}\}/g, (whole) => evaluate('=' + whole, input));

  const execute = async (node, input) => {
    const { parameters } = node;
    switch (node.type.replace('n8n-nodes-base.', '')) {
      case 'webhook':
        return [[hookItem]];
      case 'code':
        try {
          return [await codeNode(parameters.jsCode)(hookItem)];
        } catch (error) {
          return [[{ json: { error: `${error.message} [line 7]` } }]];
        }
      case 'if': {
        const [{ leftValue, rightValue, operator }] = parameters.conditions.conditions;
        const pass = (item) => {
          const value = evaluate(leftValue, [item]);
          return operator.operation === 'true' ? value === true : value === rightValue;
        };
        return [input.filter(pass), input.filter((item) => !pass(item))];
      }
      case 'respondToWebhook': {
        const { responseCode, responseHeaders } = parameters.options;
        const text = (value) => (value.startsWith('=') ? String(evaluate(value, input)) : value);
        const headers = Object.fromEntries(
          (responseHeaders?.entries ?? []).map(({ name, value }) => [name, text(value)]),
        );
        answers.push({ status: responseCode, headers, body: JSON.parse(evaluate(parameters.responseBody, input)) });
        return [input];
      }
      case 'stopAndError':
        throw new Error(template(parameters.errorMessage, input));
    }
  };

  const runNode = async (name, input) => {
    const node = nodes.get(name);
    let result;
    try {
      if (script[name] ?? normal[name]) {
        const values = node.parameters.options?.queryReplacement;
        // n8n runs the query for each item, unless it is told not to.
        const rows = (node.executeOnce ? input.slice(0, 1) : input).map(() =>
          (script[name] ?? normal[name])(values && evaluate(values, input)),
        );
        result = [rows.flat()];
        const [{ json: row } = {}] = result[0];
        if (name === 'Release Key') released = row.success === true || row.outcome === 'released';
      } else {
        result = await execute(node, input);
      }
      if (node.onError === 'continueErrorOutput') {
        const isError = ({ json }) =>
          json.error && Object.keys(json).every((key) => ['error', 'message'].includes(key));
        // n8n adds the input's fields to an error item.
        const withInput = ({ json }) => ({ json: { ...input[0]?.json, ...json } });
        result = [result[0].filter((item) => !isError(item)), result[0].filter(isError).map(withInput)];
      }
    } catch (error) {
      if (node.onError === undefined) throw error;
      result = [input];
    }
    outputs.set(name, result);
    const wires = (workflow.connections[name]?.main ?? []).flatMap((targets, output) =>
      result[output]?.length > 0 ? targets.map((target) => [nodes.get(target.node), result[output]]) : [],
    );
    wires.sort(([a], [b]) => a.position[1] - b.position[1] || a.position[0] - b.position[0]);
    for (const [target, data] of wires) await runNode(target.name, data);
  };

  let failure;
  await runNode('Webhook', [{ json: {} }]).catch((error) => (failure = error.message));
  return { answers, failure, released };
}
