// A whole visit without a mouse.
import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { LANGS } from './words';

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    test('a visit by keyboard', async ({ page, hookonce }) => {
      await hookonce.open();
      const { keyboard } = page;

      // The first stop leads past the header.
      await keyboard.press('Tab');
      const skip = page.getByRole('link', { name: hookonce.words.skip_to_key });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();

      // A note opens by Enter, closes by Escape, and the focus is where it was.
      await tabTo(page, () => expect(hookonce.badge).toBeFocused({ timeout: 1 }));
      await keyboard.press('Enter');
      const seal = hookonce.region('seal_title');
      await expect(seal).toBeVisible();
      await keyboard.press('Tab');
      await expect(seal.getByRole('button', { name: hookonce.words.seal_test })).toBeFocused();
      await keyboard.press('Enter');
      await expect(seal.getByRole('status')).toContainText('connect-src');
      await keyboard.press('Escape');
      await expect(seal).toBeHidden();
      await expect(hookonce.badge).toBeFocused();

      // The other one is closed by its own button.
      await keyboard.press('Tab');
      await expect(hookonce.button('kept')).toBeFocused();
      await keyboard.press('Enter');
      await keyboard.press('Tab');
      await expect(hookonce.button('close')).toBeFocused();
      await keyboard.press('Enter');
      await expect(hookonce.region('kept')).toBeHidden();
      await expect(hookonce.button('kept')).toBeFocused();

      // A sample by its first letter.
      await tabTo(page, () => expect(hookonce.samples).toBeFocused({ timeout: 1 }));
      await keyboard.type('GitHub');
      await hookonce.expectKey('evt:72d3162e-cc78-11e3-81ab-4c9367dc0958');
      await expect(hookonce.editor).toHaveValue(/GitHub-Hookshot/);
      await keyboard.press('Tab');
      await expect(hookonce.file).toBeFocused();

      // Paste, then the key's button.
      await hookonce.toClipboard('{"id":"evt_A"}');
      await keyboard.press('Tab');
      await expect(hookonce.editor).toBeFocused();
      await keyboard.press('ControlOrMeta+V');
      await hookonce.expectKey('evt:evt_A');
      await tabTo(page, () => expect(hookonce.copyKey).toBeFocused({ timeout: 1 }));
      await keyboard.press('Enter');
      await expect(hookonce.status).toHaveText(hookonce.words.copied);
      expect(await hookonce.clipboard()).toBe('evt:evt_A');

      // Options are typed, the tabs change by arrows.
      await tabTo(page, () => expect(hookonce.option('table')).toBeFocused({ timeout: 1 }));
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type('orders');
      await tabTo(page, () => expect(hookonce.tab('tab_sql')).toBeFocused({ timeout: 1 }));
      await keyboard.press('ArrowRight');
      await expect(hookonce.tab('tab_n8n')).toBeFocused();
      await expect(hookonce.tab('tab_n8n')).toHaveAttribute('aria-selected', 'true');
      await expect(hookonce.output).toContainText(hookonce.words.n8n_setup);
      await expect(hookonce.output).toContainText(hookonce.words.n8n_refusals);
      await keyboard.press('Home');
      await expect(hookonce.tab('tab_sql')).toBeFocused();
      await expect(hookonce.output).toContainText('INSERT INTO orders');
      await keyboard.press('End');
      await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true');
      // Round the corner, and on to the second.
      await keyboard.press('ArrowRight');
      await keyboard.press('ArrowRight');
      await expect(hookonce.tab('tab_n8n')).toHaveAttribute('aria-selected', 'true');
    });
  });
}

test('the skip link leads to the key', async ({ page, hookonce }) => {
  await hookonce.open();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(hookonce.keyCard).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(hookonce.rule).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(hookonce.copyKey).toBeFocused();
});

test('every stop of the focus can be seen, and none holds it', async ({ page, hookonce }) => {
  await hookonce.open();
  await hookonce.option('table').fill('');
  await hookonce.option('table').fill('orders');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const stops: string[] = [];
  // More than there are: the focus comes round and starts again.
  for (let stop = 0; stop < 100; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, outlined, inside } = await focus(page);
    if (name === 'BODY') break;
    stops.push(name);
    expect.soft(outlined, `${name} shows the focus`).toBe(true);
    expect.soft(inside, `${name} is in the window`).toBe(true);
  }
  expect(stops.length).toBeGreaterThan(20);
  expect(stops.length).toBeLessThan(100);
  expect(new Set(stops).size, 'each stop once').toBe(stops.length);
});

// Presses Tab until it is there, and not for ever.
async function tabTo(page: Page, isThere: () => Promise<void>): Promise<void> {
  for (let left = 60; left > 0; left -= 1) {
    await page.keyboard.press('Tab');
    if (await isThere().then(() => true, () => false)) return;
  }
  await isThere();
}

async function focus(page: Page): Promise<{ name: string; outlined: boolean; inside: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement!;
    const ancestors = [element, element.parentElement!];
    const outlined = ancestors.some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const box = element.getBoundingClientRect();
    const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    const path = [];
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      path.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
    }
    return { name: element === document.body ? 'BODY' : `${element.tagName} ${path.join('/')}`, outlined, inside };
  });
}
