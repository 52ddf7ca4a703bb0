// The guarantee, the database and the columns: what is chosen is what is made.
import { cli } from './cli';
import { expect, test } from './fixtures';
import type { Hookonce } from './hookonce';
import { LANGS } from './words';

const GUARANTEES = { claim_first: 'claim-first', lease: 'lease', same_transaction: 'same-transaction' };
const DATABASES = { PostgreSQL: 'postgresql', 'MariaDB, MySQL': 'mariadb', SQLite: 'sqlite' };
const COLUMNS = { event_type: 'event-type', fingerprint: 'fingerprint', scope_column: 'scope' };

// How each database's statements are proven, as the page has to say it.
const PROOFS = {
  postgresql: { en: /run on PostgreSQL 15$/, de: /ausgeführt auf PostgreSQL 15$/ },
  mariadb: {
    en: /run on MariaDB 10\.11, documented for MySQL 8\.0\.16$/,
    de: /ausgeführt auf MariaDB 10\.11, laut Dokumentation auch MySQL 8\.0\.16$/,
  },
  sqlite: {
    en: /run on SQLite [\d.]+, documented for SQLite 3\.35$/,
    de: /ausgeführt auf SQLite [\d.]+, laut Dokumentation auch SQLite 3\.35$/,
  },
};

const STATEMENTS =
  'table business-log claim process compare finish release extend cleanup watch upgrade downgrade'.split(' ');

for (const lang of LANGS) {
  for (const [title, database] of Object.entries(DATABASES)) {
    for (const [name, guarantee] of Object.entries(GUARANTEES)) {
      test.describe(`${lang}, ${guarantee} in ${database}`, () => {
        test.use({ lang });

        for (const columns of [[], Object.keys(COLUMNS)]) {
          test(`what is shown and saved is what the command line prints, ${columns.length} columns`, async ({ hookonce }) => {
            await hookonce.open();
            await hookonce.guarantee(name).check();
            await hookonce.database.selectOption(title);
            for (const column of columns) await hookonce.column(column).check();

            const names = columns.map((column) => COLUMNS[column as keyof typeof COLUMNS]);
            const args = ['sql', `--guarantee=${guarantee}`, `--dialect=${database}`, `--lang=${lang}`];
            if (names.length > 0) args.push(`--with=${names.join(',')}`);
            const expected = Object.fromEntries(
              STATEMENTS.flatMap((statement) => {
                const text = attempt(() => cli(...args, `--statement=${statement}`));
                return text === undefined ? [] : [[`${statement}.sql`, text]];
              }),
            );
            expect(Object.keys(expected).length).toBeGreaterThan(4);

            const files: Record<string, string> = {};
            for (const button of await hookonce.statementDownloads().all()) {
              const { name, text } = await hookonce.download(button);
              files[name] = text;
            }
            expect(files).toEqual(expected);
            const shown = await hookonce.output.locator('pre').allTextContents();
            expect(shown).toEqual(Object.values(expected));

            // Each of them says how it was proven.
            const proof = PROOFS[database as keyof typeof PROOFS][lang];
            const heads = hookonce.statements.locator('.head small').filter({ hasText: proof });
            await expect(heads).toHaveCount(Object.keys(expected).length);
          });
        }
      });
    }
  }
}

test('the default is the published claim', async ({ hookonce }) => {
  await hookonce.open();
  await expect(hookonce.guarantee('claim_first')).toBeChecked();
  await expect(hookonce.database).toHaveValue('postgresql');
  for (const column of Object.keys(COLUMNS)) await expect(hookonce.column(column)).not.toBeChecked();
  const claim = await hookonce.output.getByRole('region', { name: 'Claim' }).textContent();
  expect(claim!.trim().split('\n').at(-1)).toBe(
    'INSERT INTO processed_events (key) VALUES ($1) ON CONFLICT (key) DO NOTHING RETURNING key;',
  );
});

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    test('each guarantee says what is lost when, and what to answer', async ({ hookonce }) => {
      await hookonce.open();
      for (const name of Object.keys(GUARANTEES)) {
        await expect(hookonce.options).toContainText(hookonce.words[`${name}_loses`]!);
        await hookonce.guarantee(name).check();
        await expect(hookonce.output).toContainText(hookonce.words[`${name}_limit`]!);
      }
      // Under a lease nothing that is not done is answered 200, and nothing 4xx.
      await hookonce.guarantee('lease').check();
      const row = (outcome: string) => hookonce.outcomes.getByRole('row').filter({ hasText: new RegExp(`^${outcome}`) });
      await expect(row('in_progress').getByRole('cell').nth(1)).toHaveText('503 + Retry-After');
      await expect(row('done').getByRole('cell').nth(1)).toHaveText('200');
      await expect(row('finished').getByRole('cell').nth(1)).toHaveText('200');
      for (const lost of await row('lost').all()) await expect(lost.getByRole('cell').nth(1)).toHaveText('503');
      await expect(row('mismatch')).toHaveCount(0);
      await hookonce.column('fingerprint').check();
      await expect(row('mismatch').getByRole('cell').nth(1)).toHaveText('500');
      expect(await hookonce.outcomes.textContent()).not.toMatch(/\b4\d\d\b/);
    });

    test('n8n has no workflow for other databases and columns, and says the way to one', async ({ hookonce }) => {
      await hookonce.open();
      await hookonce.database.selectOption('sqlite');
      await hookonce.column('event_type').check();
      // Who only wants the SQL is not alarmed.
      await expect(hookonce.options.getByRole('listitem')).toHaveText([/retention-equal/]);
      await expect(hookonce.output.getByRole('region', { name: 'Claim' })).toContainText('INSERT INTO');
      await hookonce.tab('tab_n8n').click();
      await expect(hookonce.output).not.toContainText(hookonce.words.cannot_be_made!);
      await expect(hookonce.output).not.toContainText(hookonce.words.n8n_setup!);
      await hookonce.button('choose_postgresql').click();
      await expect(hookonce.database).toHaveValue('postgresql');
      // The button is gone; the focus is not.
      await expect(hookonce.tab('tab_n8n')).toBeFocused();
      await hookonce.button('drop_columns').click();
      await expect(hookonce.column('event_type')).not.toBeChecked();
      await expect(hookonce.output).toContainText(hookonce.words.n8n_setup!);
    });
  });
}

test('the pickers by keyboard', async ({ page, hookonce }) => {
  await hookonce.open();
  const { keyboard } = page;
  await hookonce.guarantee('claim_first').focus();
  await keyboard.press('ArrowDown');
  await expect(hookonce.guarantee('lease')).toBeChecked();
  await expect(hookonce.guarantee('lease')).toBeFocused();
  await keyboard.press('Tab');
  await expect(hookonce.database).toBeFocused();
  await keyboard.type('SQ');
  await expect(hookonce.database).toHaveValue('sqlite');
  await keyboard.press('Tab');
  await expect(hookonce.option('lease_seconds')).toBeFocused();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('90');
  await expect(hookonce.output.getByRole('region', { name: 'Claim' })).toContainText("'+90 seconds'");
  await hookonce.column('event_type').focus();
  await keyboard.press('Space');
  await expect(hookonce.column('event_type')).toBeChecked();
  await keyboard.press('Space');
  await expect(hookonce.column('event_type')).not.toBeChecked();
});

test('a link opens the same plan, and a reload keeps it', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.guarantee('lease').check();
  await hookonce.database.selectOption('MariaDB, MySQL');
  await hookonce.column('fingerprint').check();
  await hookonce.column('scope_column').check();
  await hookonce.option('lease_seconds').fill('120');
  const sql = await hookonce.output.locator('pre').allTextContents();
  await hookonce.button('copy_link').click();
  await expect(hookonce.status).toHaveText(hookonce.words.copied!);
  const { hash } = new URL(await hookonce.clipboard());
  await hookonce.reload();
  await expectPlan(hookonce);
  await hookonce.button('reset_options').click();
  await expect(hookonce.guarantee('claim_first')).toBeChecked();
  await expectPlan(await hookonce.another(hash));

  async function expectPlan(page: Hookonce): Promise<void> {
    await expect(page.guarantee('lease')).toBeChecked();
    await expect(page.database).toHaveValue('mariadb');
    await expect(page.column('fingerprint')).toBeChecked();
    await expect(page.column('event_type')).not.toBeChecked();
    await expect(page.option('lease_seconds')).toHaveValue('120');
    expect(await page.output.locator('pre').allTextContents()).toEqual(sql);
  }
});

test('a followed link with choices that do not exist keeps those that do', async ({ hookonce }) => {
  await hookonce.open('#guarantee=exactly-once&dialect=oracle&with=payload,scope&lease-seconds=5');
  await expect(hookonce.guarantee('claim_first')).toBeChecked();
  await expect(hookonce.database).toHaveValue('postgresql');
  await expect(hookonce.column('scope_column')).toBeChecked();
  await expect(hookonce.option('lease_seconds')).toHaveCount(0);
});

const LEASES: [string, string][] = [
  ['', 'lease-out-of-range'],
  ['1', 'lease-out-of-range'],
  ['604801', 'lease-out-of-range'],
  ["60'; DROP TABLE users; --", 'lease-out-of-range'],
  ['-60', 'lease-out-of-range'],
  ['172801', 'lease-over-retention'],
];

for (const [value, code] of LEASES) {
  test(`a lease of "${value}" is refused at its field, and kept: ${code}`, async ({ hookonce }) => {
    await hookonce.open('#guarantee=lease&retention-days=2');
    const lease = hookonce.option('lease_seconds');
    await expect(lease).toHaveAttribute('aria-invalid', 'false');
    await lease.fill(value);
    await expect(lease).toHaveAttribute('aria-invalid', 'true');
    await expect(lease).toHaveAccessibleDescription(new RegExp(code));
    await expect(hookonce.output).toContainText(hookonce.words.cannot_be_made!);
    // Another guarantee has no lease; the way back finds what was typed.
    await hookonce.guarantee('same_transaction').check();
    await expect(lease).toHaveCount(0);
    await expect(hookonce.output.getByRole('region', { name: 'Claim', exact: true })).toContainText('INSERT INTO');
    await hookonce.guarantee('lease').check();
    await expect(lease).toHaveValue(value);
    await lease.fill('2');
    await expect(lease).toHaveAttribute('aria-invalid', 'false');
  });
}

test('a scope in both places is refused at its field', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.option('scope').fill('shop');
  await hookonce.column('scope_column').check();
  await expect(hookonce.option('scope')).toHaveAttribute('aria-invalid', 'true');
  await expect(hookonce.option('scope')).toHaveAccessibleDescription(/scope-twice/);
  await hookonce.column('scope_column').uncheck();
  await expect(hookonce.option('scope')).toHaveAttribute('aria-invalid', 'false');
});

test('a name is judged by the chosen database', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.option('table').fill('ü'.repeat(40));
  await expect(hookonce.option('table')).toHaveAttribute('aria-invalid', 'true');
  await hookonce.database.selectOption('mariadb');
  await expect(hookonce.option('table')).toHaveAttribute('aria-invalid', 'false');
  await hookonce.option('table').fill('orders 📦');
  await expect(hookonce.option('table')).toHaveAccessibleDescription(/identifier-invalid/);
  await hookonce.database.selectOption('sqlite');
  await expect(hookonce.option('table')).toHaveAttribute('aria-invalid', 'false');
  await expect(hookonce.output.getByRole('region', { name: 'Claim' })).toContainText('INSERT INTO "orders 📦"');
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
