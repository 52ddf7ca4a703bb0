// Narrow windows, zoom, themes, reduced motion.
import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { LANGS } from './words';

// The narrowest phone, and a window of 1280 at 200 % zoom.
const WINDOWS = { '360 px': { width: 360, height: 800 }, '200 % zoom': { width: 640, height: 400 } };

for (const lang of LANGS) {
  for (const [name, viewport] of Object.entries(WINDOWS)) {
    test.describe(`${lang}, ${name}`, () => {
      test.use({ lang, viewport });

      test('nothing is cut off, and the page scrolls in one direction only', async ({ page, hookonce }) => {
        await hookonce.open();
        expect(await cutOff(page), 'first view').toEqual([]);

        await hookonce.option('table').fill('a'.repeat(64));
        await hookonce.pasteOver(`POST /in HTTP/1.1\nX-A: 1\nX-A: 2\n\n{"attempt":1,"${'w'.repeat(300)}":1,}`);
        await expect(hookonce.finding('not-json')).toBeVisible();
        await hookonce.keyCard.getByText(hookonce.words.steps).click();
        expect(await cutOff(page), 'findings').toEqual([]);

        await hookonce.button('reset_options').click();
        await hookonce.pasteOver(`{"id":"${'w'.repeat(255)}"}`);
        await hookonce.expectKey(`evt:${'w'.repeat(255)}`);
        await hookonce.choose(Buffer.from('x'.repeat(2_000_000)));
        await hookonce.expectKey(/^sha256:/);
        expect(await cutOff(page), 'a large file').toEqual([]);

        await hookonce.tab('tab_n8n').click();
        await hookonce.output.getByText(hookonce.words.show_json).first().click();
        expect(await cutOff(page), 'n8n').toEqual([]);

        await hookonce.tab('tab_sql').click();
        for (const guarantee of ['lease', 'same_transaction']) {
          await hookonce.guarantee(guarantee).check();
          await hookonce.column('fingerprint').check();
          await hookonce.output.getByText(hookonce.words.sequence_in_words!).click();
          await hookonce.select('tool').selectOption('Prisma');
          for (const file of await hookonce.output.locator('.files summary').all()) await file.click();
          expect(await cutOff(page), guarantee).toEqual([]);
        }
        await hookonce.database.selectOption('mariadb');
        await hookonce.tab('tab_n8n').click();
        expect(await cutOff(page), 'no workflow').toEqual([]);

        await hookonce.tab('tab_compare').click();
        await hookonce.button('compare_keep').click();
        await hookonce.pasteOver(`{"event_id":"${'w'.repeat(200)}","order":{"id":"ord_1001"}}`);
        await expect(hookonce.output.getByRole('row').nth(1)).toBeVisible();
        await hookonce.output.locator('summary').click();
        expect(await cutOff(page), 'a comparison').toEqual([]);
        await hookonce.tab('tab_ids').click();
        await expect(hookonce.output.getByRole('row').nth(1)).toBeVisible();
        expect(await cutOff(page), 'ids').toEqual([]);
        await hookonce.tab('tab_bytes').click();
        expect(await cutOff(page), 'bytes').toEqual([]);
        await hookonce.tab('sender').click();
        await hookonce.output.getByLabel(hookonce.words.sender_show!).selectOption('aws-sns');
        await expect(hookonce.output).toContainText('SigningCertURL');
        expect(await cutOff(page), 'a sender').toEqual([]);
        await hookonce.tab('tab_audit').click();
        const lines = `{"id":"${'w'.repeat(200)}"}\n`.repeat(3);
        const content = { name: 'a.ndjson', mimeType: 'text/plain', buffer: Buffer.from(lines) };
        await hookonce.output.getByLabel(hookonce.words.audit_open!).setInputFiles(content);
        await expect(hookonce.output.getByRole('img')).toBeVisible();
        await hookonce.output.locator('summary').click();
        expect(await cutOff(page), 'an audit').toEqual([]);

        for (const note of ['seal', 'kept']) {
          await hookonce.button(note).click();
          expect(await cutOff(page), note).toEqual([]);
          await hookonce.button('close').click();
        }
      });
    });
  }
}

test('what is cut off is found', async ({ page, hookonce }) => {
  await page.setViewportSize(WINDOWS['360 px']);
  await hookonce.open();
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('footer p')!.style.width = '500px';
    document.querySelector<HTMLElement>('#delivery-title')!.style.cssText = 'max-width: 20px; overflow: hidden';
  });
  const found = (await cutOff(page)).join('\n');
  for (const part of ['the page scrolls', 'Computed', 'Delivery']) expect(found).toContain(part);
});

test.describe('above the fold', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the first visit needs no scrolling', async ({ hookonce }) => {
    await hookonce.open();
    for (const part of [hookonce.editor, hookonce.facts, hookonce.key, hookonce.copyKey, hookonce.guarantee('lease'), hookonce.option('table')]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  });
});

test('a chosen theme is forced, and remembered', async ({ page, hookonce }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await hookonce.open();
  const dark = await background(page);
  await hookonce.wear('theme_light');
  const light = await background(page);
  expect(brightness(light)).toBeGreaterThan(brightness(dark) + 300);
  await hookonce.reload();
  expect(await background(page)).toBe(light);
  await page.emulateMedia({ colorScheme: 'light' });
  await hookonce.wear('theme_dark');
  expect(await background(page)).toBe(dark);
  // Without a choice the system's counts, as it changes.
  await hookonce.wear('theme_auto');
  expect(await background(page)).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background(page)).toBe(dark);
  expect(page.url()).not.toContain('dark');
});

test('nothing moves for those who do not want it', async ({ page, hookonce }) => {
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return animationName !== 'none' || transitionDuration.split(', ').some((time) => time !== '0s');
      }).length,
    );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await hookonce.open();
  expect(await moving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving()).toBe(0);
});

async function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

// The sum of red, green and blue.
function brightness(color: string): number {
  return color.match(/\d+/g)!.slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
}

// Texts and controls that are not wholly between the edges of the window, or of the box that clips
// them, unless that box scrolls; and the page itself when it scrolls sideways.
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    const scrolled = document.scrollingElement!.scrollWidth;
    if (scrolled > width) found.push(`the page scrolls to ${scrolled} px`);
    const isShown = (element: Element) => element.checkVisibility() && getComputedStyle(element).clipPath === 'none';
    const check = (what: string, box: DOMRect, parent: Element) => {
      if (box.width === 0) return;
      let [left, right, bottom] = [0, width, Infinity];
      for (let at: Element | null = parent; at; at = at.parentElement) {
        if (!isShown(at)) return;
        const { overflowX } = getComputedStyle(at);
        if (overflowX === 'auto' || overflowX === 'scroll') return;
        if (overflowX === 'hidden' || overflowX === 'clip') {
          const clip = at.getBoundingClientRect();
          [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
          bottom = Math.min(bottom, clip.bottom);
        }
      }
      if (box.left < left - 1 || box.right > right + 1 || box.bottom > bottom + 1) {
        found.push(`${what}: ${Math.round(box.left)} to ${Math.round(box.right)} px`);
      }
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      // A select shows its own text; a text area scrolls.
      if (!text.data.trim() || text.parentElement!.closest('select, textarea, noscript')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) check(text.data.trim().slice(0, 40), box, text.parentElement!);
    }
    for (const control of document.querySelectorAll('button, input, select, textarea, summary, pre')) {
      check(`<${control.tagName.toLowerCase()} ${control.id}>`, control.getBoundingClientRect(), control.parentElement!);
    }
    return found;
  });
}
