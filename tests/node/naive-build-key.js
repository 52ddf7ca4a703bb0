// The usual short snippet, as found in many published workflows: the negative control.
// The fixtures must catch it; naive-build-key.test.mjs says on which inputs.
const crypto = require('crypto');

const item = $('Webhook').first();
const id = item.json.body?.id;
const raw = Buffer.from(item.binary.data.data, 'base64');
const key = id ? 'evt:' + id : 'sha256:' + crypto.createHash('sha256').update(raw).digest('hex');

return [{ json: { key } }];
