// The browser's SHA-256, held back or taken away before the page starts.
import type { Page } from '@playwright/test';

// Holds every digest back; counts them and lets the held ones go.
export async function holdDigests(page: Page): Promise<{ held: () => Promise<number>; release: () => Promise<void> }> {
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const digest = SubtleCrypto.prototype.digest;
    SubtleCrypto.prototype.digest = async function (...args) {
      const answer = await digest.apply(this, args);
      await new Promise<void>((resolve) => held.push(resolve));
      return answer;
    };
    Object.assign(window, { held });
  });
  return {
    held: () => page.evaluate(() => Reflect.get(window, 'held').length),
    // Answers when the page has had several turns to make something of them.
    release: () =>
      page.evaluate(async () => {
        for (const resolve of Reflect.get(window, 'held').splice(0)) resolve();
        for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => setTimeout(next));
      }),
  };
}

export async function breakDigests(page: Page, how: 'missing' | 'refused'): Promise<void> {
  await page.addInitScript((how) => {
    if (how === 'missing') Reflect.deleteProperty(Crypto.prototype, 'subtle');
    else SubtleCrypto.prototype.digest = () => Promise.reject(new DOMException('refused', 'OperationError'));
  }, how);
}

// Every text that the key has from now on.
export async function recordKeys(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const keys: string[] = [];
    const code = document.querySelector('#key code')!;
    new MutationObserver(() => keys.push(code.textContent!)).observe(code, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    Object.assign(window, { keys });
  });
  return () => page.evaluate(() => Reflect.get(window, 'keys'));
}
