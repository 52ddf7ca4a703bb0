const SCOPE = "";
const RULES = {};

const webhook = $('Webhook').first();
const { headers = {}, query = {} } = webhook.json;
const body = await rawBody(webhook);
const event = parse(body);
const top = event === undefined ? [] : [{ value: event }];
let bodyHash;

// A handshake or a ping is answered, and never claimed.
const control = RULES.control.find(({ when }) => when.every(holds));
if (control) return [{ json: { control: answer(control) } }];

const events = onlyOnce(derive());
// n8n ends a run that has no item, and the sender would wait.
if (events.length === 0) return [{ json: { control: { status: 200, type: 'text/plain', body: '' } } }];
return events.map(({ key, item }) => ({
  json: {
    // "signal": no key is possible; it is worked on each time it comes.
    ...(key === undefined ? { signal: true, key: null } : { key: SCOPE === '' ? key : SCOPE + ':' + key }),
    event_type: storableText(member(item ? item.value : event, 'type')),
    ...(item ? { event: item.value } : {}),
  },
}));

// The events of the delivery, each with its key if there can be one; "item" is its place in a batch.
function derive() {
  const variants = RULES.variants.filter(({ when }) => when.every(holds));
  const rules = (variants.length > 0 ? variants : [RULES]).map(({ rule }) => rule).filter((rule) => rule !== null);
  let items;
  for (const rule of rules) {
    if (rule.batch !== null) {
      const more = batch(rule);
      if (more) items = [...(items ?? []), ...more];
    } else if (!items) {
      const key = keyOf(rule);
      if (key !== undefined) return [{ key }];
    }
  }
  if (items) return items;
  if (body.length === 0) throw new Error('No key: the body is empty');
  return [{ key: RULES.hash && rules.length > 0 ? 'sha256:' + hashOfBody() : undefined }];
}

// The items of a batch; undefined if there is no array where it should be.
function batch(rule) {
  const each = rule.batch.lastIndexOf(null);
  const array = walk(top, each < 0 ? rule.batch : rule.batch.slice(0, each));
  if (!array.some(({ value }) => Array.isArray(value))) return undefined;
  return walk(top, rule.batch).map((item) => ({ key: keyOf(rule, item), item }));
}

// The same event twice in one batch is one event: the second would find the first one at work.
function onlyOnce(events) {
  const seen = new Set();
  return events.filter(({ key }) => key === undefined || (!seen.has(key) && seen.add(key)));
}

// The key by the first rule of the chain whose parts are all there; undefined if none has them.
function keyOf(rule, item) {
  for (let next = rule; next !== null; next = next.fallback) {
    const several = next.parts.length > 1;
    const parts = next.parts.map((part) => textOf(part, several, item));
    // A key of absent parts only would be the same for every event.
    if (parts.includes(undefined) || parts.every((part) => part === '')) continue;
    if (!several) return 'evt:' + parts[0];
    const joined = parts.map(percentEncode).join('/');
    return joined.length > 255 ? 'evt-sha256:' + sha256(Buffer.from(joined)) : 'evt:' + joined;
  }
  return undefined;
}

// A part's text: '' if it may be absent and is, undefined if it fails. The first source that is there counts.
function textOf({ sources, required }, several, item) {
  for (const source of sources) {
    if (source.sha256) return hashOfBody();
    const [value, ...more] = find(source, item);
    if (value === undefined || (value === null && isJson(source) && !required)) continue;
    // Receivers join or drop repeated names, each in its own way.
    if (more.length > 0 && !isJson(source)) return undefined;
    return several && typeof value === 'boolean' ? String(value) : usableId(value);
  }
  return required ? undefined : '';
}

function isJson({ json, item }) {
  return json !== undefined || item !== undefined;
}

// The values at a source; null for a text that is not UTF-8.
function find(source, item) {
  if (source.header !== undefined) return texts(headers, source.header.toLowerCase());
  if (source.query !== undefined) return texts(query, source.query);
  // A body that is JSON has no form fields.
  if (source.form !== undefined) return event === undefined ? fields(source.form) : [];
  if (source.json) return walk(top, source.json).map(({ value }) => value);
  let start = item;
  for (let up = source.up ?? 0; up > 0; up--) start = start?.parent;
  return source.item && start ? walk([start], source.item).map(({ value }) => value) : [];
}

// n8n gives a header that occurs twice as one text, joined with ", ": it cannot be told from one with a comma.
function texts(values, name) {
  return Object.hasOwn(values, name) ? [values[name]].flat() : [];
}

// The places that a path leads to; null in it stands for every item of an array.
function walk(places, path) {
  for (const step of path) {
    places = places.flatMap((parent) => {
      const { value } = parent;
      if (typeof step === 'string') {
        const child = member(value, step);
        return child === undefined ? [] : [{ value: child, parent }];
      }
      const items = !Array.isArray(value) ? [] : step === null ? value : value.slice(step, step + 1);
      return items.map((child) => ({ value: child, parent }));
    });
  }
  return places;
}

// The values of a field of a form: application/x-www-form-urlencoded, byte by byte.
function fields(name) {
  const decode = (text) =>
    text.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  const wanted = Buffer.from(name).toString('latin1');
  return body
    .toString('latin1')
    .split('&')
    .map((field) => [field.indexOf('='), field])
    .filter(([equals, field]) => equals >= 0 && decode(field.slice(0, equals)) === wanted)
    .map(([equals, field]) => utf8(Buffer.from(decode(field.slice(equals + 1)), 'latin1')));
}

function utf8(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

// Whether a condition holds; of a place with several values, for one of them.
function holds({ source, is, like, not }) {
  // No known sender posts a larger form, and each condition would go through all of it.
  const tooLarge = source.form !== undefined && body.length > 65536;
  const values = tooLarge ? [] : find(source);
  if (is) return (is === 'present') === values.some((value) => value !== null || !isJson(source));
  if (tooLarge) return not;
  const [value = ''] = values;
  const text = typeof value === 'string' ? value : isJson(source) ? JSON.stringify(value) : '';
  return isLike(like, text) !== not;
}

// Whether the whole of a value is like a pattern: "*" is any run of characters, "|" separates alternatives.
// Greedy, with one place to come back to: no value can make it slow, as a regular expression could be.
function isLike(pattern, value) {
  return pattern.split('|').some((alternative) => {
    const pieces = alternative.match(/<(?:hex40|hex64|hex128|digits|uuid)>|[^]/gu) ?? [];
    let [piece, at, resume] = [0, 0, undefined];
    for (;;) {
      if (pieces[piece] === '*') {
        resume = [++piece, at];
      } else if (piece === pieces.length && at === value.length) {
        return true;
      } else {
        const next = piece < pieces.length ? behind(pieces[piece], value, at) : -1;
        if (next >= 0) {
          [piece, at] = [piece + 1, next];
        } else {
          if (!resume || resume[1] >= value.length) return false;
          resume[1] += 1;
          [piece, at] = resume;
        }
      }
    }
  });
}

// Where a value goes on behind a piece of a pattern; -1 if it does not have it.
function behind(piece, value, at) {
  if (piece.length < 3) return value.startsWith(piece, at) ? at + piece.length : -1;
  const [characters, length] = {
    '<digits>': [/[0-9]*/y, 0],
    '<hex128>': [/[0-9a-f]{0,128}/y, 128],
    '<hex40>': [/[0-9a-f]{0,40}/y, 40],
    '<hex64>': [/[0-9a-f]{0,64}/y, 64],
    '<uuid>': [/[0-9a-f-]{0,36}/y, 36],
  }[piece];
  characters.lastIndex = at;
  const run = characters.exec(value)[0].length;
  return run >= Math.max(length, 1) ? at + run : -1;
}

// What the sender of a control message expects.
function answer({ status, echo, member: name, text }) {
  const [value] = echo === null ? [] : find(echo);
  if (value === undefined) {
    return { status, type: text?.startsWith('{') ? 'application/json' : 'text/plain', body: text ?? '' };
  }
  if (name !== null) return { status, type: 'application/json', body: JSON.stringify({ [name]: value }) };
  return { status, type: 'text/plain', body: typeof value === 'string' ? value : JSON.stringify(value) };
}

// RFC 3986: all but the unreserved characters as %XX.
function percentEncode(text) {
  const code = (character) => '%' + character.charCodeAt(0).toString(16).toUpperCase();
  return encodeURIComponent(text).replace(/[!'()*]/g, code);
}

function hashOfBody() {
  return (bodyHash ??= sha256(body));
}

// The bytes as received. Errors that start with "No key:" are answered 400, all others 503.
async function rawBody({ json, binary }) {
  // n8n keeps no raw bytes of a multipart request, and a file field named "data" would pass for them.
  if (/^\s*multipart\/form-data/i.test(json.headers?.['content-type'] ?? '')) {
    throw new Error('No key: a multipart request has no raw body');
  }
  const file = binary?.data ?? json._files?.data;
  if (!file) throw new Error('Turn on "Raw Body" in the options of the Webhook node');
  return file.id ? helpers.getBinaryDataBuffer(0, file) : Buffer.from(file.data, 'base64');
}

