// What is copied and downloaded is, byte for byte, what the command line tool prints.
import type { Locator } from '@playwright/test';

import { cli } from './cli';
import { expect, test } from './fixtures';
import type { Hookonce } from './hookonce';
import { LANGS } from './words';

const SQL = ['table', 'business-log', 'claim', 'release', 'cleanup'];
const WORKFLOWS = ['receive', 'cleanup'];

// Names that must be quoted, a retention other than the default, a path with every kind of character.
const CHANGED = { schema: 'My "Shop"', table: 'order', retention: '31', webhook_path: 'in/shop-1_a.b', scope: 'shop' };
const TABLES = [`--schema=${CHANGED.schema}`, `--table=${CHANGED.table}`, `--retention-days=${CHANGED.retention}`];

// Of the sample, which the page opens with.
const SENDER = '--provider=stripe';

for (const lang of LANGS) {
  for (const changed of [false, true]) {
    test.describe(`${lang}, ${changed ? 'changed' : 'default'} options`, () => {
      test.use({ lang });

      test('SQL', async ({ hookonce }) => {
        await hookonce.open();
        if (changed) await change(hookonce);
        const files = await downloads(hookonce, hookonce.statementDownloads());
        const args = changed ? TABLES : [];
        const expected = SQL.map((name) => [`${name}.sql`, cli('sql', `--statement=${name}`, `--lang=${lang}`, ...args)]);
        expect(files).toEqual(Object.fromEntries(expected));
      });

      test('workflows', async ({ hookonce }) => {
        await hookonce.open();
        if (changed) await change(hookonce);
        await hookonce.tab('tab_n8n').click();
        const files = await downloads(hookonce, hookonce.output.getByRole('button', { name: hookonce.words.download_json }));
        const args = changed ? [`--path=${CHANGED.webhook_path}`, `--scope=${CHANGED.scope}`, ...TABLES] : [];
        const expected = WORKFLOWS.map((name) => {
          return [`n8n-${name}.json`, cli('n8n', SENDER, `--workflow=${name}`, `--lang=${lang}`, ...args)];
        });
        expect(files).toEqual(Object.fromEntries(expected));
        for (const text of Object.values(files)) expect(JSON.parse(text).nodes.length).toBeGreaterThan(1);
      });
    });
  }
}

test('what is copied is what is downloaded, and each button says that it did', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.toClipboard('something else');
  const claim = hookonce.output.getByRole('button', { name: 'Claim' });
  await claim.filter({ hasText: hookonce.words.copy }).click();
  await expect(hookonce.status).toHaveText(hookonce.words.copied);
  await expect(claim.filter({ hasText: hookonce.words.copied })).toBeVisible();
  const copied = await hookonce.clipboard();
  const { name, text } = await hookonce.download(claim.filter({ hasText: hookonce.words.download }));
  expect(text).toBe(copied);
  expect(text).toContain('ON CONFLICT (key) DO NOTHING RETURNING key;');
  await expect(hookonce.status).toContainText(name);

  await hookonce.tab('tab_n8n').click();
  const canvas = hookonce.output.getByRole('button', { name: hookonce.words.copy_for_canvas });
  await canvas.filter({ hasText: hookonce.words.workflow_receive }).click();
  await expect(hookonce.status).toHaveText(hookonce.words.copied);
  expect(await hookonce.clipboard()).toBe(cli('n8n', SENDER));
});

test('what is shown is what is copied', async ({ hookonce }) => {
  await hookonce.open();
  const shown = await hookonce.output.getByRole('region', { name: 'Claim' }).textContent();
  expect(shown).toBe(cli('sql', '--statement=claim'));
  await hookonce.tab('tab_n8n').click();
  const workflow = hookonce.words.workflow_receive;
  await hookonce.output.getByText(hookonce.words.show_json).first().click();
  expect(await hookonce.output.getByRole('region', { name: workflow }).textContent()).toBe(cli('n8n', SENDER));
});

test('the test of the workflow follows its path', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.option('webhook_path').fill('in/shop');
  await hookonce.tab('tab_n8n').click();
  const test = hookonce.output.getByRole('region', { name: hookonce.words.n8n_test, exact: true });
  await expect(test).toContainText('/webhook/in/shop');
  const button = hookonce.output.getByRole('button', { name: `${hookonce.words.download} ${hookonce.words.n8n_test}` });
  const { name, text } = await hookonce.download(button);
  expect(name).toBe('test.sh');
  expect(text).toBe(await test.textContent());
  // A, A again, B.
  expect(text.match(/^\s*curl /gm)).toHaveLength(3);
});

async function change(hookonce: Hookonce): Promise<void> {
  for (const [name, value] of Object.entries(CHANGED)) await hookonce.option(name).fill(value);
}

// Each file that the open tab offers, by its name.
async function downloads(hookonce: Hookonce, offered: Locator): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const button of await offered.all()) {
    const { name, text } = await hookonce.download(button);
    expect(files, `${name} is offered once`).not.toHaveProperty([name]);
    files[name] = text;
  }
  return files;
}
