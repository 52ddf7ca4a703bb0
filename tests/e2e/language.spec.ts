// German and English: the browser's first, then the chosen one, and never a mixture.
import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { WORDS, type Lang } from './words';

for (const [locale, lang] of [['de-DE', 'de'], ['de-CH', 'de'], ['en-GB', 'en'], ['fr-FR', 'en']] as [string, Lang][]) {
  test.describe(locale, () => {
    test.use({ locale, lang });

    test(`speaks ${lang}`, async ({ page, hookonce }) => {
      await hookonce.open();
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(hookonce.copyKey).toHaveText(WORDS[lang].copy_key);
    });
  });
}

test("the first of the browser's languages that is spoken counts", async ({ page, hookonce }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'languages', { get: () => ['fr-FR', 'de-AT', 'en'] });
  });
  await page.goto(hookonce.server.address);
  await expect(page.getByRole('button', { name: WORDS.de.copy_key })).toBeVisible();
});

test('a chosen language is kept, and what was pasted stays', async ({ page, hookonce }) => {
  await hookonce.open();
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.option('table').fill('other');
  await hookonce.speak('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await hookonce.expectKey('evt:evt_A');
  await expect(hookonce.editor).toHaveValue('{"id":"evt_A"}');
  await expect(hookonce.option('table')).toHaveValue('other');
  expect(page.url()).not.toMatch(/lang|=de/);
  await hookonce.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(hookonce.copyKey).toHaveText(WORDS.de.copy_key);
});

test('no text of one language is left in the other', async ({ page, hookonce }) => {
  await hookonce.open();
  // As much as can be seen at once: findings of several kinds, marked options, both notes, all tabs.
  await hookonce.paste('POST /in HTTP/1.1\nX-A: 1\nX-A: 2\nbroken\nContent-Length: 99\n\n{"attempt":1,\n"id":[]}\n');
  await expect(hookonce.finding('unusable-id')).toBeVisible();
  await hookonce.option('retention').fill('7');
  await hookonce.guarantee('lease').check();
  const english = await everything();
  await hookonce.speak('de');
  const german = await everything();
  expect(english.size).toBeGreaterThan(100);
  const same = [...english].filter((text) => german.has(text));
  const senders = new Set(await hookonce.rule.getByRole('option').allTextContents());
  const excused = (text: string) => SAME_IN_BOTH.has(text) || CODE.test(text) || SAMPLE.test(text) || senders.has(text);
  expect(same.filter((text) => !excused(text))).toEqual([]);

  // And the switch back finds every word again.
  await hookonce.speak('en');
  expect(await everything()).toEqual(english);

  async function everything(): Promise<Set<string>> {
    const seen = await texts(page);
    await hookonce.tab('tab_n8n').click();
    for (const text of await texts(page)) seen.add(text);
    await hookonce.tab('tab_sql').click();
    return seen;
  }
});

// Names, and words that German developers use as they are.
const SAME_IN_BOTH = new Set(
  ['hookonce', 'SQL', 'UTF-8', 'CRLF', 'cURL', 'Auto', 'Body', 'Info', 'Info:', 'Schema', 'Scope', 'Claim', 'Release', 'Test']
    .concat(['Lease', 'Retry', 'Migration', 'Upgrade', 'Downgrade', 'PostgreSQL', 'MariaDB, MySQL', 'SQLite'])
    .concat(['HAR', 'Sender', 'Bytes', 'sqlx', 'Flyway', 'Prisma', 'Alembic', 'pg_cron', 'systemd', 'crontab', '503 + Retry-After']),
);

// The code of a finding, a shell script's first line, and a file's name.
const CODE = /^[a-z0-9]+(-[a-z0-9]+)+$|^#!|^[\w-]+(\.[a-z]+)+$/;

// The names of samples: a sender, its event, and the form.
const SAMPLE = /^\w+: [\w./]+( \(HTTP\))?$|^JSON, id > /;

// Every text of the document and of its attributes, seen or not, that has a word in it. Code is the
// same in both languages but for its comments; what is pasted is nobody's language.
async function texts(page: Page): Promise<Set<string>> {
  const list = await page.evaluate(() => {
    const found: string[] = [];
    const walk = (element: Element) => {
      // The picture has the workflow's own names, which are the same in both.
      if (element.matches('script, style, textarea, noscript, svg')) return;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(element.getAttribute(name) ?? '');
      const isCode = element.closest('pre, code') !== null && !element.matches('.comment');
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child);
        else if (child instanceof Text && !isCode) found.push(child.data);
      }
    };
    walk(document.body);
    return found.map((text) => text.trim()).filter((text) => /\p{L}{3}/u.test(text));
  });
  return new Set(list);
}
