const SCOPE = "";

const webhook = $('Webhook').first();
const body = await rawBody(webhook);
const event = parse(body);
const id = usableId(member(event, 'id'));
const key = id === undefined ? 'sha256:' + sha256(body) : 'evt:' + id;

return [
  {
    json: {
      key: SCOPE === '' ? key : SCOPE + ':' + key,
      event_type: storableText(member(event, 'type')),
    },
  },
];

// The bytes as received. Errors that start with "No key:" are answered 400, all others 503.
async function rawBody({ json, binary }) {
  // n8n keeps no raw bytes of a multipart request, and a file field named "data" would pass for them.
  if (/^\s*multipart\/form-data/i.test(json.headers?.['content-type'] ?? '')) {
    throw new Error('No key: a multipart request has no raw body');
  }
  const file = binary?.data ?? json._files?.data;
  if (!file) throw new Error('Turn on "Raw Body" in the options of the Webhook node');
  const bytes = file.id ? await helpers.getBinaryDataBuffer(0, file) : Buffer.from(file.data, 'base64');
  if (bytes.length === 0) throw new Error('No key: the body is empty');
  return bytes;
}

// The body as JSON, whatever its Content-Type says; undefined if it is not UTF-8 or not JSON.
function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

// The value of an object's own member; undefined if there is none.
function member(value, name) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, name) ? value[name] : undefined;
}

// The id as text, exactly as it is; undefined if it could not tell events apart, or not be stored.
function usableId(value) {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' || Buffer.byteLength(value) > 255) return undefined;
  const isBlank = !/[^\p{White_Space}\uFEFF]/u.test(value);
  const hasControlOrLoneSurrogate = /[\p{Cc}\p{Cs}]/u.test(value);
  return isBlank || hasControlOrLoneSurrogate ? undefined : value;
}

// A text that PostgreSQL can store, else null.
function storableText(value) {
  return typeof value === 'string' && !/[\0\p{Cs}]/u.test(value) ? value : null;
}

// SHA-256 in hex (FIPS 180-4), since n8n does not offer "crypto" here by default.
function sha256(bytes) {
  // The constants are the first 32 bits behind the point of the roots of the first primes.
  const fraction = (number) => ((number % 1) * 2 ** 32) | 0;
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const k = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
  const hash = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const w = new Int32Array(64);

  const whole = bytes.length - (bytes.length % 64);
  const tail = Buffer.alloc(bytes.length - whole < 56 ? 64 : 128);
  bytes.copy(tail, 0, whole);
  tail[bytes.length - whole] = 0x80;
  tail.writeBigUInt64BE(BigInt(bytes.length) * 8n, tail.length - 8);

  for (let at = 0; at < whole; at += 64) addBlock(bytes, at);
  for (let at = 0; at < tail.length; at += 64) addBlock(tail, at);
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

  function addBlock(block, at) {
    for (let i = 0; i < 16; i++, at += 4) {
      w[i] = (block[at] << 24) | (block[at + 1] << 16) | (block[at + 2] << 8) | block[at + 3];
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15];
      const y = w[i - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    // Written out: "[a, b, …] = hash" makes 16 MiB four times as slow.
    let a = hash[0], b = hash[1], c = hash[2], d = hash[3];
    let e = hash[4], f = hash[5], g = hash[6], h = hash[7];
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    hash[0] += a;
    hash[1] += b;
    hash[2] += c;
    hash[3] += d;
    hash[4] += e;
    hash[5] += f;
    hash[6] += g;
    hash[7] += h;
  }
}
