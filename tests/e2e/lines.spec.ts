// A text area turns CRLF into LF; the key must not notice.
import { sha256 } from './bodies';
import { expect, test } from './fixtures';

const CRLF = '{\r\n  "order": "A-10023",\r\n  "total": "49.00"\r\n}';
const LF = CRLF.replaceAll('\r\n', '\n');

test('a payload with CRLF keeps its hash, and its line ends can be switched', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste(CRLF);
  await expect(hookonce.editor).toHaveValue(LF);
  await hookonce.expectKey(sha256(CRLF));
  await expect(hookonce.lineEnds).toHaveValue('crlf');
  await hookonce.lineEnds.selectOption('LF');
  await hookonce.expectKey(sha256(LF));
  await hookonce.lineEnds.selectOption('CRLF');
  await hookonce.expectKey(sha256(CRLF));
});

test('after an edit the chosen line end is kept', async ({ page, hookonce }) => {
  await hookonce.open();
  await hookonce.paste(CRLF);
  await hookonce.editor.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await hookonce.expectKey(sha256(`${CRLF}\r\n`));
  await hookonce.lineEnds.selectOption('LF');
  await hookonce.editor.focus();
  await hookonce.editor.press('ControlOrMeta+End');
  await hookonce.editor.pressSequentially(' ');
  await hookonce.expectKey(sha256(`${LF}\n `));
});

test('mixed line ends stay as they were pasted, and can be had back', async ({ hookonce }) => {
  await hookonce.open();
  const mixed = 'a=1\r\nb=2\nc=3\rd=4';
  await hookonce.paste(mixed);
  await hookonce.expectKey(sha256(mixed));
  await expect(hookonce.lineEnds).toHaveValue('mixed');
  await hookonce.lineEnds.selectOption('CRLF');
  await hookonce.expectKey(sha256('a=1\r\nb=2\r\nc=3\r\nd=4'));
  await hookonce.lineEnds.selectOption(hookonce.words.line_ends_mixed);
  await hookonce.expectKey(sha256(mixed));
});

test('a paste into the middle changes the text there', async ({ page, hookonce }) => {
  await hookonce.open();
  await hookonce.paste(CRLF);
  await hookonce.expectKey(sha256(CRLF));
  await hookonce.editor.press('ControlOrMeta+Home');
  await hookonce.toClipboard('\r\n');
  await page.keyboard.press('ControlOrMeta+V');
  await hookonce.expectKey(sha256(`\r\n${CRLF}`));
});

test('the facts say which bytes there are', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste('\uFEFF{"a":"ü"}\r\n');
  await expect(hookonce.facts).toContainText('15 bytes');
  await expect(hookonce.facts).toContainText('UTF-8');
  await expect(hookonce.facts).not.toContainText(hookonce.words.no_mark);
  await expect(hookonce.facts).toContainText(hookonce.words.mark);
  await expect(hookonce.facts).toContainText('JSON object');
  await hookonce.pasteOver('no JSON');
  await expect(hookonce.facts).toContainText('7 bytes');
  await expect(hookonce.facts).toContainText(hookonce.words.no_mark);
  await expect(hookonce.facts).toContainText(hookonce.words.not_json);
  await expect(hookonce.facts).toContainText(hookonce.words.line_ends_none);
});
