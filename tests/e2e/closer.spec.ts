// A closer look at deliveries: their ids, two side by side, several in one input, headers apart, bytes, many in an export.
import type { Locator } from '@playwright/test';

import { drop, file } from './files';
import { expect, test } from './fixtures';
import type { Hookonce } from './hookonce';
import { LANGS, fill } from './words';

const FIRST = '{"event_id":"e-100001","attempt":1,"order":{"id":"ord_1001"}}';
const RETRY = '{"event_id":"e-100001","attempt":2,"order":{"id":"ord_1001"}}';
const LINES = [FIRST, '{"event_id":"e-100002","attempt":1,"order":{"id":"ord_1001"}}', RETRY].join('\n');

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    test('each id is judged, and becomes the key by its button', async ({ page, hookonce }) => {
      await hookonce.open();
      await hookonce.paste(FIRST);
      await hookonce.tab('tab_ids').click();
      const row = hookonce.output.getByRole('row').filter({ hasText: '$.event_id' });
      await expect(row).toContainText('evt:e-100001');
      await row.getByRole('button').focus();
      await page.keyboard.press('Enter');
      await hookonce.expectKey('evt:e-100001');
      await expect(hookonce.status).toHaveText(hookonce.words.rule_taken!);
      await expect(row.getByRole('button')).toHaveCount(0);
      // And the consequences of a wrong one.
      await hookonce.output.getByRole('row').filter({ hasText: '$.order.id' }).getByRole('button').click();
      await hookonce.expectKey('evt:ord_1001');
      await hookonce.tab('tab_n8n').click();
      await hookonce.output.getByText(hookonce.words.show_json!).first().click();
      const workflow = hookonce.output.getByRole('region', { name: hookonce.words.workflow_receive });
      await expect(workflow).toContainText(String.raw`\"order\"`);
      expect(hookonce.requestsSinceSealed()).toEqual([]);
    });

    test('two deliveries side by side', async ({ hookonce }) => {
      await hookonce.open();
      await hookonce.paste(FIRST);
      await hookonce.tab('tab_compare').click();
      await hookonce.button('compare_keep').click();
      await hookonce.pasteOver(RETRY);
      const changed = hookonce.output.getByRole('row').filter({ hasText: 'attempt' });
      await expect(changed.first()).toContainText('2');
      await hookonce.select('compare_known').selectOption('same');
      await hookonce.output.locator('[data-rule="$.event_id"]').first().click();
      await hookonce.expectKey('evt:e-100001');
      expect(hookonce.requestsSinceSealed()).toEqual([]);
    });

    test('an export by file, with its chart, in both languages', async ({ hookonce }) => {
      await hookonce.open();
      await openExport(hookonce, LINES, 'export.ndjson');
      await expect(hookonce.output.getByRole('definition').nth(1)).toHaveText('3');
      await expect(hookonce.output.getByRole('img')).toBeVisible();
      await hookonce.output.locator('[data-rule="$.event_id"]').first().click();
      await hookonce.button('audit_again').click();
      await expect(hookonce.output.getByRole('definition').nth(1)).toHaveText('2');
      await expect(hookonce.output.getByRole('definition').nth(2)).toHaveText('1');
      const other = lang === 'de' ? 'en' : 'de';
      await hookonce.speak(other);
      await expect(hookonce.output).toContainText(other === 'de' ? 'Wiederholungen' : 'Repeats');
      expect(hookonce.requestsSinceSealed()).toEqual([]);
    });
  });
}

test('one of several deliveries is picked, and all are kept to compare', async ({ page, hookonce }) => {
  await hookonce.open();
  const entry = (body: string) => ({
    request: { method: 'POST', url: 'https://h.example/', headers: [], postData: { mimeType: 'application/json', text: body } },
  });
  const log = { version: '1.2', creator: { name: 'x', version: '1' }, entries: [entry(FIRST), entry('{"id":"evt_B"}')] };
  await hookonce.paste(JSON.stringify({ log }));
  await page.getByLabel(fill(hookonce.words.entries!, { count: 2 })).selectOption('1');
  await hookonce.expectKey('evt:evt_B');
  await hookonce.tab('tab_compare').click();
  await hookonce.output.getByRole('button', { name: fill(hookonce.words.compare_keep_all!, { count: 2 }) }).click();
  await expect(hookonce.output.locator('.kept li')).toHaveCount(2);
  await hookonce.output.getByRole('button', { name: fill(hookonce.words.compare_forget!, { number: 1 }) }).click();
  await expect(hookonce.output.locator('.kept li')).toHaveCount(1);
});

test('headers that were copied apart count', async ({ page, hookonce }) => {
  await hookonce.open();
  await hookonce.paste('{"zen":"Design for failure."}');
  await hookonce.delivery.getByText(hookonce.words.headers_apart!).first().click();
  const headers = page.getByRole('textbox', { name: hookonce.words.headers_apart! });
  await headers.fill('X-GitHub-Event: ping2\nX-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-4c9367dc0958');
  await hookonce.expectKey('evt:72d3162e-cc78-11e3-81ab-4c9367dc0958');
  await headers.fill('');
  await hookonce.expectKey(/^sha256:/);
});

test('what cannot be seen is shown with its place', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste('{"a":"b\u00a0c"}\n');
  await hookonce.tab('tab_bytes').click();
  const table = hookonce.output.getByRole('region', { name: hookonce.words.bytes_invisible! });
  await expect(table.getByRole('row').filter({ hasText: 'c2 a0' })).toBeVisible();
});

test('an export is dropped on its panel, and read by the column that is chosen', async ({ page, hookonce }, info) => {
  await hookonce.open();
  await hookonce.tab('tab_audit').click();
  const table = 'n,the body\n1,"{""id"":""evt_1001""}"\n2,"{""id"":""evt_1001""}"\n';
  const path = await file(info, 'hooks.csv', Buffer.from(table));
  const panel = hookonce.output.locator('.audit');
  await panel.scrollIntoViewIfNeeded();
  await drop(page, panel, { files: [path] });
  await panel.getByRole('button', { name: 'the body' }).click();
  await expect(definition(hookonce.output, 'Repeats')).toHaveText('1');
  // The delivery above stayed what it was.
  await hookonce.expectKey(/^evt:evt_1QJ4fR2eZvKYlo2C$/);
});

test('reading a large export shows how far it is, and can be cancelled', async ({ hookonce }, info) => {
  await hookonce.open();
  await hookonce.tab('tab_audit').click();
  const line = JSON.stringify({ id: 'evt_1001', text: 'x'.repeat(1000) }) + '\n';
  const path = await file(info, 'large.ndjson', Buffer.from(line.repeat(120_000)));
  await hookonce.output.getByLabel(hookonce.words.audit_open!).setInputFiles(path);
  await expect(hookonce.output.getByRole('progressbar')).toBeVisible();
  await hookonce.button('audit_cancel').click();
  await expect(hookonce.output).toContainText(hookonce.words.audit_cancelled!);
  await expect(hookonce.output.getByRole('progressbar')).toHaveCount(0);
  // The next one is read to its end.
  await openExport(hookonce, LINES, 'small.ndjson');
  await expect(definition(hookonce.output, 'Deliveries')).toHaveText('3');
});

test('a call of the work has its idempotency key', async ({ page, hookonce }) => {
  await hookonce.open();
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.keyCard.getByText(hookonce.words.downstream!).click();
  // `printf 'evt:evt_A\\ncharge' | sha256sum`
  await expect(hookonce.keyCard.getByText('hookonce-9d2629b0b8a02b6394b9934a34cb96f4')).toBeVisible();
  await page.getByLabel(hookonce.words.downstream_step!).fill('mail');
  await hookonce.keyCard.getByRole('button', { name: hookonce.words.copy, exact: true }).click();
  expect(await hookonce.clipboard()).toMatch(/^hookonce-(?!9d26)[0-9a-f]{32}$/);
});

async function openExport(hookonce: Hookonce, text: string, name: string): Promise<void> {
  await hookonce.tab('tab_audit').click();
  const content = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
  await hookonce.output.getByLabel(hookonce.words.audit_open!).setInputFiles(content);
}

// The number beside a name.
function definition(within: Locator, name: string): Locator {
  return within.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
}
