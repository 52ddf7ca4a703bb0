// From a paste to the key, and from the key to the clipboard.
import { sha256 } from './bodies';
import { expect, test } from './fixtures';
import { LANGS, fill } from './words';

const WARNING = { de: 'Warnung', en: 'Warning' };

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    test('the first paste replaces the sample, and the key can be copied', async ({ hookonce }) => {
      await hookonce.open();
      await expect(hookonce.delivery).toContainText(hookonce.words.sample_shown);
      await hookonce.expectKey(/^evt:evt_/);

      await hookonce.paste('{"id":"evt_A","type":"invoice.paid"}');
      await expect(hookonce.editor).toHaveValue('{"id":"evt_A","type":"invoice.paid"}');
      await expect(hookonce.delivery).not.toContainText(hookonce.words.sample_shown);
      await hookonce.expectKey('evt:evt_A');

      await hookonce.toClipboard('something else');
      await hookonce.copyKey.click();
      await expect(hookonce.status).toHaveText(hookonce.words.copied);
      expect(await hookonce.clipboard()).toBe('evt:evt_A');
    });

    test('a body without an id is hashed, and findings say what that means', async ({ hookonce }) => {
      await hookonce.open();
      const body = '{"attempt":2,"status":"ok"}\n';
      await hookonce.paste(body);
      await hookonce.expectKey(sha256(body));
      const codes = ['volatile-field', 'equal-bodies', 'body-hash', 'trailing-newline'];
      for (const code of codes) await expect(hookonce.finding(code)).toHaveCount(1);
      // Warnings stand before what is only good to know.
      const texts = await hookonce.findings.getByRole('listitem').allTextContents();
      const order = texts.map((text) => (text.startsWith(WARNING[lang]) ? 'warning' : 'info'));
      expect(order).toEqual(['warning', 'warning', 'info', 'info']);
    });

    test('an empty body has no key', async ({ hookonce }) => {
      await hookonce.open();
      await hookonce.editor.fill('');
      await expect(hookonce.key).toHaveText(hookonce.words.no_key);
      await expect(hookonce.finding('empty-body')).toBeVisible();
      await expect(hookonce.copyKey).toBeDisabled();
      await hookonce.editor.pressSequentially('x');
      await hookonce.expectKey(sha256('x'));
      await expect(hookonce.copyKey).toBeEnabled();
    });

    test('a finding leads to its place in the editor', async ({ hookonce }) => {
      await hookonce.open();
      // The editor counts UTF-16 units and one for CRLF, the finding scalar values, the core bytes.
      await hookonce.paste('{\r\n  "note": "📦 ü",\r\n  "amount": "📦", ! \r\n}');
      await expect(hookonce.finding('not-json')).toBeVisible();
      const position = fill(hookonce.words.position, { line: 3, column: 18 });
      await hookonce.finding('not-json').getByRole('button', { name: position }).click();
      await expect(hookonce.editor).toBeFocused();
      expect(await hookonce.selected()).toBe('!');
    });
  });
}

test('what is typed is followed key by key', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.editor.fill('');
  await hookonce.editor.pressSequentially('{"id":7');
  await hookonce.expectKey(sha256('{"id":7'));
  await expect(hookonce.finding('not-json')).toBeVisible();
  await hookonce.editor.pressSequentially('}');
  await hookonce.expectKey('evt:7');
  await expect(hookonce.finding('not-json')).toHaveCount(0);
});

test('half-typed JSON: the place is the end of the text', async ({ hookonce }) => {
  await hookonce.open();
  const body = '{"id": "evt_A",\n  "type": ';
  await hookonce.paste(body);
  await hookonce.expectKey(sha256(body));
  const position = fill(hookonce.words.position, { line: 2, column: 11 });
  await hookonce.finding('not-json').getByRole('button', { name: position }).click();
  const place = await hookonce.editor.evaluate((area: HTMLTextAreaElement) => area.selectionStart);
  expect(place).toBe(body.length);
});

test('the reason leads to the id', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste('{\n  "type": "a",\n  "id": "evt_A"\n}');
  await hookonce.expectKey('evt:evt_A');
  await hookonce.keyCard.getByRole('button', { name: fill(hookonce.words.show_in_editor, { line: 3 }) }).click();
  expect(await hookonce.selected()).toContain('evt_A');
});

test('a scope stands in front of the key', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.option('scope').fill('shop-eu');
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.expectKey('shop-eu:evt:evt_A');
});

test('white space in an id is copied as it is', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste('{"id":" a  b "}');
  await expect(hookonce.key).toHaveText(/a\s+b/);
  await hookonce.copyKey.click();
  await expect(hookonce.status).toHaveText(hookonce.words.copied);
  expect(await hookonce.clipboard()).toBe('evt: a  b ');
});

test('where the browser has no asynchronous clipboard, copying works the old way', async ({ page, hookonce }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
  await hookonce.open();
  await hookonce.copyKey.click();
  await expect(hookonce.status).toHaveText(hookonce.words.copied);
  const key = await hookonce.key.textContent();
  await hookonce.option('table').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(hookonce.option('table')).toHaveValue(key!);
});

test('where nothing can be copied, the page says so', async ({ page, hookonce }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    Document.prototype.execCommand = () => false;
  });
  await hookonce.open();
  await hookonce.copyKey.click();
  await expect(hookonce.status).toHaveText(hookonce.words.copy_failed);
});
