// Migrations and retention jobs: the files of the command line tool, each to copy, all in one download.
import { readFile } from 'node:fs/promises';

import { cliFiles } from './cli';
import { expect, test } from './fixtures';
import { LANGS } from './words';
import { unzip } from './zip';

const TOOLS = { SQL: 'plain', sqlx: 'sqlx', Flyway: 'flyway', Prisma: 'prisma', Alembic: 'alembic' };
const JOBS: Record<string, Record<string, string>> = {
  postgresql: { pg_cron: 'pg-cron', systemd: 'systemd', crontab: 'crontab' },
  mariadb: { EVENT: 'mariadb-event', systemd: 'systemd', crontab: 'crontab' },
  sqlite: { systemd: 'systemd', crontab: 'crontab' },
};

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    for (const change of ['create', 'upgrade']) {
      test(`a migration for each tool: ${change}`, async ({ page, hookonce }, info) => {
        // The clock of the names; the page's own goes on.
        await page.clock.setFixedTime(new Date('2026-12-31T23:59:58.900Z'));
        await hookonce.open('#guarantee=lease&table=My+Orders');
        await hookonce.select('tool').selectOption({ index: 1 });
        if (change === 'upgrade') await hookonce.select('change').selectOption({ index: 1 });
        for (const [title, tool] of Object.entries(TOOLS)) {
          await hookonce.select('tool').selectOption(title);
          const expected = cliFiles(
            info.outputPath(tool),
            'sql', '--guarantee=lease', '--table=My Orders', `--lang=${lang}`,
            `--migration=${tool}`, `--change=${change}`, '--timestamp=20261231235958',
          );
          const card = hookonce.card('migration');
          await expect(card.locator('summary')).toHaveText(Object.keys(expected));
          const started = page.waitForEvent('download');
          await hookonce.downloadAll('migration').click();
          const download = await started;
          const bytes = await readFile(await download.path());
          if (Object.keys(expected).length === 1) {
            const [[path, text]] = Object.entries(expected) as [[string, string]];
            expect(download.suggestedFilename()).toBe(path.split('/').at(-1));
            expect(bytes.toString()).toBe(text);
          } else {
            expect(download.suggestedFilename()).toBe(`hookonce-migration-${tool}.zip`);
            expect(unzip(bytes)).toEqual(expected);
          }
        }
      });
    }

    for (const [database, jobs] of Object.entries(JOBS)) {
      test(`a retention job for each way to run it: ${database}`, async ({ page, hookonce }, info) => {
        await hookonce.open(`#dialect=${database}&guarantee=lease`);
        await expect(hookonce.select('job_kind').getByRole('option')).toHaveText(Object.keys(jobs));
        for (const [title, job] of Object.entries(jobs)) {
          await hookonce.select('job_kind').selectOption(title);
          const expected = cliFiles(
            info.outputPath(job), 'sql', '--guarantee=lease', `--dialect=${database}`, `--lang=${lang}`, `--job=${job}`,
          );
          const started = page.waitForEvent('download');
          await hookonce.downloadAll('job').click();
          const download = await started;
          expect(download.suggestedFilename()).toBe(`hookonce-job-${job}.zip`);
          expect(unzip(await readFile(await download.path()))).toEqual(expected);
          await expect(hookonce.card('job')).toContainText(lang === 'en' ? / run on / : /usgeführt auf /);
        }
      });
    }
  });
}

test('a file is shown when it is opened, and what is copied is what is shown', async ({ hookonce }) => {
  await hookonce.open();
  const card = hookonce.card('migration');
  await expect(card.locator('pre')).toHaveCount(0);
  const file = card.getByRole('listitem').first();
  await file.locator('summary').press('Enter');
  const shown = await file.getByRole('region', { name: 'processed_events.up.sql' }).textContent();
  expect(shown).toContain('CREATE TABLE IF NOT EXISTS processed_events');
  await file.getByRole('button').click();
  await expect(hookonce.status).toHaveText(hookonce.words.copied!);
  expect(await hookonce.clipboard()).toBe(shown);
});

test('a job that the next database does not have gives way to its first one', async ({ hookonce }) => {
  await hookonce.open();
  await expect(hookonce.select('job_kind')).toHaveValue('pg-cron');
  await hookonce.select('job_kind').selectOption('crontab');
  await hookonce.database.selectOption('mariadb');
  await expect(hookonce.select('job_kind')).toHaveValue('crontab');
  await hookonce.select('job_kind').selectOption('EVENT');
  await hookonce.database.selectOption('sqlite');
  await expect(hookonce.select('job_kind')).toHaveValue('systemd');
  await expect(hookonce.card('job')).not.toContainText(hookonce.words.job_in_n8n!);
});

test('an upgrade is offered for the lease only', async ({ hookonce }) => {
  await hookonce.open('#guarantee=lease');
  await hookonce.select('change').selectOption({ index: 1 });
  await expect(hookonce.card('migration').locator('summary').first()).toContainText('_lease');
  await hookonce.guarantee('claim_first').check();
  await expect(hookonce.select('change')).toHaveCount(0);
  await expect(hookonce.card('migration').locator('summary').first()).toHaveText('processed_events.up.sql');
});

test('a clock that is wrong by decades still gives files', async ({ page, hookonce }) => {
  await page.clock.setFixedTime(new Date('1970-01-01T00:00:01Z'));
  await hookonce.open();
  await hookonce.select('tool').selectOption('sqlx');
  await expect(hookonce.card('migration').locator('summary').first()).toHaveText(/^19800101000000_/);
});
