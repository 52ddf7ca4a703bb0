// Runs the code of an n8n Code node as n8n's JavaScript task runner does with its default settings:
// in a context of its own with hardened built-ins, without `crypto`, `process`, `URL`, `fetch` and
// `structuredClone`, and with a `require` that refuses everything.
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

export const BUILD_KEY_PATH = new URL('../../crates/core/src/n8n/js/build-key.js', import.meta.url);

// The source of "Build Key", with the one literal that Rust puts in.
export function buildKeySource(scope = '', source = readFileSync(BUILD_KEY_PATH, 'utf8')) {
  const parts = source.split(/^const SCOPE = ".*";$/m);
  if (parts.length !== 2) throw new Error('there must be exactly one line "const SCOPE = …"');
  return parts.join(`const SCOPE = ${JSON.stringify(scope)};`);
}

export const RULE_KEY_PATH = new URL('../../crates/core/src/n8n/js/rule-key.js', import.meta.url);

// The source of "Build Key" for other rules than the generic one, put together as Rust does.
export function ruleKeySource(rules, scope = '') {
  const [head, shared] = [RULE_KEY_PATH, BUILD_KEY_PATH].map((path) => readFileSync(path, 'utf8'));
  const at = shared.indexOf('// The body as JSON');
  const parts = head.split('const RULES = {};');
  if (at < 0 || parts.length !== 2) throw new Error('the parts of the source do not fit');
  const literal = JSON.stringify(rules, null, 2);
  return buildKeySource(scope, parts.join(`const RULES = ${literal};`) + shared.slice(at));
}

// A function that runs `source` for one webhook item and returns the node's items.
// `allow` adds globals, for code that needs more than the default.
export function codeNode(source, { helpers = {}, allow = {} } = {}) {
  const refuse = (name) => {
    throw new Error(`Module '${name}' is disallowed`);
  };
  const context = vm.createContext({
    Buffer,
    TextDecoder,
    TextEncoder,
    atob,
    btoa,
    require: refuse,
    helpers,
    ...allow,
  });
  vm.runInContext(HARDENING, context);
  const run = vm.runInContext(`(async function () {${source}\n})`, context);
  return async (item) => {
    context.$ = (name) => {
      if (name !== 'Webhook') throw new Error(`Referenced node doesn't exist: ${name}`);
      return { first: () => item };
    };
    return run();
  };
}

// What the Webhook node with Raw Body on puts out for a request.
export function webhookItem(bytes, contentType, { headers: more = {}, query = {} } = {}) {
  const headers = contentType === undefined ? { ...more } : { ...more, 'content-type': contentType };
  const json = { headers, params: {}, query };
  if (contentType === 'application/json') {
    // n8n strips a byte-order mark, and answers 422 before any node runs if this is not JSON.
    json.body = bytes.length === 0 ? {} : JSON.parse(new TextDecoder().decode(bytes));
  } else if (contentType?.startsWith('text/')) {
    json.body = bytes.toString('utf8');
  }
  const mimeType = contentType ?? 'application/json';
  return { json, binary: { data: { data: bytes.toString('base64'), mimeType } } };
}

const HARDENING = `
  Object.getPrototypeOf = Reflect.getPrototypeOf = () => ({});
  Object.setPrototypeOf = Reflect.setPrototypeOf = () => false;
  Object.defineProperty = Object.defineProperties = () => ({});
  for (const builtIn of [Object, Function, Array, String, Number, RegExp, Error, Promise, Symbol, Map, Set,
    JSON, Math, Reflect, ArrayBuffer, DataView, Uint8Array, Int32Array]) Object.freeze(builtIn);
`;
