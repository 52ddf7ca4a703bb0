// axe finds nothing, in both languages and both themes.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import type { Hookonce } from './hookonce';
import { LANGS } from './words';

// What is on the screen when axe looks.
const VIEWS: Record<string, (hookonce: Hookonce) => Promise<void>> = {
  'the first view': async () => {},
  'the n8n tab': async (hookonce) => {
    await hookonce.tab('tab_n8n').click();
    await hookonce.output.getByText(hookonce.words.show_json).first().click();
    await expect(hookonce.output.getByRole('region', { name: hookonce.words.workflow_receive })).toBeVisible();
  },
  'findings of every severity': async (hookonce) => {
    await hookonce.option('table').fill('');
    await hookonce.option('retention').fill('7');
    await hookonce.pasteOver('POST /in HTTP/1.1\nX-A: 1\nX-A: 2\n\n{"attempt":1}\n');
    await expect(hookonce.finding('volatile-field')).toBeVisible();
    await hookonce.keyCard.getByText(hookonce.words.steps).click();
  },
  'a lease on SQLite, with everything open': async (hookonce) => {
    await hookonce.guarantee('lease').check();
    await hookonce.database.selectOption('sqlite');
    await hookonce.column('fingerprint').check();
    await hookonce.output.getByText(hookonce.words.sequence_in_words!).click();
    for (const file of await hookonce.output.locator('.files summary').all()) await file.click();
    await expect(hookonce.output.locator('.files pre').last()).toBeVisible();
  },
  'one transaction, the lease of which was wrong': async (hookonce) => {
    await hookonce.guarantee('lease').check();
    await hookonce.option('lease_seconds').fill('1');
    await expect(hookonce.output).toContainText(hookonce.words.cannot_be_made!);
    await hookonce.guarantee('same_transaction').check();
    await expect(hookonce.outcomes).toBeVisible();
  },
  'no workflow': async (hookonce) => {
    await hookonce.database.selectOption('mariadb');
    await hookonce.column('scope_column').check();
    await hookonce.tab('tab_n8n').click();
    await expect(hookonce.button('choose_postgresql')).toBeVisible();
  },
  'no key': async (hookonce) => {
    await hookonce.editor.fill('');
    await expect(hookonce.finding('empty-body')).toBeVisible();
  },
  'the ids': async (hookonce) => {
    await hookonce.tab('tab_ids').click();
    await expect(hookonce.output.getByRole('row').nth(1)).toBeVisible();
  },
  'the sender': async (hookonce) => {
    await hookonce.tab('sender').click();
    await expect(hookonce.output.getByRole('heading', { name: 'Stripe' })).toBeVisible();
  },
  'a comparison': async (hookonce) => {
    await hookonce.tab('tab_compare').click();
    await hookonce.button('compare_keep').click();
    await hookonce.pasteOver('{"id":"evt_1002","type":"paid"}');
    await hookonce.output.locator('summary').click();
    await expect(hookonce.output.getByRole('row').nth(1)).toBeVisible();
  },
  'an audit': async (hookonce) => {
    await hookonce.tab('tab_audit').click();
    const lines = '{"id":"evt_1001","n":1}\n{"id":"evt_1001","n":2}\n';
    const export_ = { name: 'a.ndjson', mimeType: 'text/plain', buffer: Buffer.from(lines) };
    await hookonce.output.getByLabel(hookonce.words.audit_open!).setInputFiles(export_);
    await expect(hookonce.output.getByRole('img')).toBeVisible();
    await hookonce.output.locator('summary').click();
  },
  'the bytes': async (hookonce) => {
    await hookonce.pasteOver('{"a":"b\u00a0c"}\n');
    await hookonce.tab('tab_bytes').click();
    await expect(hookonce.output.getByRole('row').nth(1)).toBeVisible();
  },
  'the note on the seal': async (hookonce) => {
    await hookonce.badge.click();
    await hookonce.button('seal_test').click();
    await expect(hookonce.region('seal_title')).toContainText('connect-src');
  },
  'the note on what is kept': async (hookonce) => {
    await hookonce.button('kept').click();
    await expect(hookonce.region('kept')).toBeVisible();
  },
};

for (const lang of LANGS) {
  for (const theme of ['theme_light', 'theme_dark']) {
    test.describe(`${lang}, ${theme}`, () => {
      test.use({ lang });

      for (const [name, show] of Object.entries(VIEWS)) {
        test(`axe: ${name}`, async ({ page, hookonce }) => {
          await hookonce.open();
          await hookonce.wear(theme);
          await show(hookonce);
          expect(await violations(page)).toEqual([]);
        });
      }
    });
  }
}

test('axe finds what is broken on purpose', async ({ page, hookonce }) => {
  await hookonce.open();
  await page.evaluate(() => {
    document.querySelector('label[for=editor]')!.remove();
    document.querySelector('#editor')!.removeAttribute('placeholder');
    document.querySelector<HTMLElement>('footer p')!.style.color = '#999';
  });
  const found = await violations(page);
  expect(found.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['color-contrast', 'label']));
});

async function violations(page: Page): Promise<{ rule: string; where: string[] }[]> {
  // Colours fade in; what axe measures is where they arrive.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => ({ rule: id, where: nodes.map(({ target }) => target.join(' ')) }));
}
