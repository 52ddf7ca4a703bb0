// A file is taken byte for byte, or refused with a reason.
import { sha256, withoutId } from './bodies';
import { drop, file } from './files';
import { expect, test } from './fixtures';
import { fill } from './words';

const MIB = 1 << 20;
const BINARY = Buffer.from([0x00, 0xff, 0xfe, 0x0d, 0x0a, 0x0d, 0x0a, 0xc3, 0x28, 0x00]);

test('a chosen file is taken byte for byte', async ({ hookonce }) => {
  await hookonce.open();
  const body = Buffer.from('\uFEFF{"order":\r\n"A",\r"b":"ü"}\n');
  await hookonce.choose(body);
  await hookonce.expectKey(sha256(body));
  await expect(hookonce.facts).toContainText(`${body.length} bytes`);
});

test('a dropped file that is not UTF-8 is taken byte for byte, and said not to be', async ({ page, hookonce }, info) => {
  await hookonce.open();
  await drop(page, hookonce.editor, { files: [await file(info, 'binary.bin', BINARY)] });
  await hookonce.expectKey(sha256(BINARY));
  await expect(hookonce.finding('not-utf8')).toBeVisible();
  await expect(hookonce.facts).toContainText(hookonce.words.not_utf8);
  await expect(hookonce.delivery).toContainText(hookonce.words.not_editable);
  await expect(hookonce.editor).toHaveJSProperty('readOnly', true);
  // A paste takes its place all the same.
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
  await expect(hookonce.editor).toHaveJSProperty('readOnly', false);
});

test('the same file can be chosen again after it has changed', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.choose(Buffer.from('{"id":1}'));
  await hookonce.expectKey('evt:1');
  await hookonce.choose(Buffer.from('{"id":2}'));
  await hookonce.expectKey('evt:2');
});

test('an empty file has no key', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.choose(Buffer.alloc(0));
  await expect(hookonce.finding('empty-body')).toBeVisible();
  await expect(hookonce.key).toHaveText(hookonce.words.no_key);
});

test('a file of 64 MiB and one byte is refused with its size, and what was there stays', async ({ hookonce }, info) => {
  await hookonce.open();
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
  await hookonce.choose(await file(info, 'large.bin', { size: 64 * MIB + 1 }));
  const refusal = hookonce.delivery.getByRole('listitem').filter({ hasText: 'input-too-large' });
  await expect(refusal).toContainText('64.1 MiB');
  await hookonce.expectKey('evt:evt_A');
  await expect(hookonce.editor).toHaveValue('{"id":"evt_A"}');
  // The next delivery takes the refusal away.
  await hookonce.pasteOver('{"id":"evt_B"}');
  await expect(refusal).toHaveCount(0);
});

test('of 5 MB the first part is shown, and the key is of all of it', async ({ hookonce }) => {
  await hookonce.open();
  const body = Buffer.from(withoutId(5_000_000, 'ü'));
  await hookonce.choose(body);
  await hookonce.expectKey(sha256(body));
  await expect(hookonce.facts).toContainText(`${body.length.toLocaleString('en')} bytes`);
  const sentence = fill(hookonce.words.first_part, { shown: '65.5 kB', whole: '5.0 MB' });
  await expect(hookonce.delivery).toContainText(sentence);
  const shown = await hookonce.editor.inputValue();
  expect(body.toString().startsWith(shown)).toBe(true);
  expect(Buffer.byteLength(shown)).toBe(65_536);
  // What is edited there is edited in the whole, edit upon edit.
  await hookonce.editor.press('ControlOrMeta+Home');
  await hookonce.editor.pressSequentially('\n[,');
  await hookonce.expectKey(sha256(Buffer.concat([Buffer.from('\n[,'), body])));
  await hookonce.editor.press('Backspace');
  await hookonce.expectKey(sha256(Buffer.concat([Buffer.from('\n['), body])));
});

test('a body that an edit makes small keeps the part that is not shown', async ({ page, hookonce }) => {
  await hookonce.open();
  const body = withoutId((1 << 20) + 8);
  await hookonce.choose(Buffer.from(body));
  await hookonce.expectKey(sha256(body));
  const shown = (await hookonce.editor.inputValue()).length;
  await hookonce.editor.press('ControlOrMeta+A');
  await page.keyboard.type('[]');
  await hookonce.expectKey(sha256(`[]${body.slice(shown)}`));
});

test('20 MB show their progress', async ({ page, hookonce }, info) => {
  await hookonce.open();
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const bar = document.querySelector('progress');
      if (bar) seen.push(bar.position);
    }).observe(document.body, { attributes: true, childList: true, subtree: true });
  });
  // Of many small values, which take long to read: on any machine there are many steps.
  const body = Buffer.from(`{"total":129900,"list":[${'1,'.repeat(10_000_000)}1]}`);
  await hookonce.choose(await file(info, 'body.json', body));
  await hookonce.expectKey(sha256(body));
  await expect(hookonce.finding('n8n-body-too-large')).toBeVisible();
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as number[]);
  // It moved on, never back, and there were steps on the way.
  expect(seen.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(2);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test('a file dropped beside the delivery does not take the page away', async ({ page, hookonce }, info) => {
  await hookonce.open();
  // A browser that is driven does not open a dropped file by itself; one that is not does, and
  // everything in the page is gone, unless the page answers the dragging.
  await page.evaluate(() => {
    addEventListener('dragover', (event) => setTimeout(() => Object.assign(window, { answered: event.defaultPrevented })));
  });
  await drop(page, page.getByRole('banner'), { files: [await file(info, 'a.json', Buffer.from('{"id":1}'))] });
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'answered'))).toBe(true);
});

test('a text that is dropped into the editor arrives there', async ({ page, hookonce }) => {
  await hookonce.open();
  await hookonce.editor.fill('');
  await drop(page, hookonce.editor, { text: '{"id":"evt_A"}' });
  await hookonce.expectKey('evt:evt_A');
});
