// Large bodies: the page stays responsive, and a late answer never replaces a newer one.
import { sha256, withoutId } from './bodies';
import { breakDigests, holdDigests, recordKeys } from './digests';
import { file } from './files';
import { expect, test } from './fixtures';
import { tasks } from './tasks';

// What a visitor notices.
const TASK_MS = 50;

test('typing into 5 MB holds the page for less than 50 ms at a time', async ({ browser, page, hookonce }) => {
  await hookonce.open();
  const body = withoutId(5_000_000);
  await hookonce.choose(Buffer.from(body));
  await hookonce.expectKey(sha256(body));
  await hookonce.editor.press('ControlOrMeta+Home');
  const typed = ' \t'.repeat(8);
  const times = await tasks(browser, page, async () => {
    await hookonce.editor.pressSequentially(typed);
    await hookonce.expectKey(sha256(typed + body));
  });
  // The key presses are among them, each with the work that follows.
  expect(times.length).toBeGreaterThan(typed.length);
  expect(Math.max(...times)).toBeLessThan(TASK_MS);
});

test('5 MB of small values are read in tasks of less than 50 ms', async ({ browser, page, hookonce }) => {
  await hookonce.open();
  // Deep and wide JSON, in which there is much to see.
  const body = `{"a":${'[{"n":1,"s":"\\u00fc"},'.repeat(220_000)}null${']'.repeat(220_000)}}`;
  await hookonce.choose(Buffer.from(body));
  await hookonce.expectKey(sha256(body));
  await hookonce.editor.press('ControlOrMeta+Home');
  const times = await tasks(browser, page, async () => {
    await page.keyboard.type(' ');
    await hookonce.expectKey(sha256(` ${body}`));
  });
  expect(Math.max(...times)).toBeLessThan(TASK_MS);
});

test('a task that takes long is seen', async ({ browser, page, hookonce }) => {
  await hookonce.open();
  const times = await tasks(browser, page, async () => {
    await page.evaluate(() => {
      const end = performance.now() + 200;
      while (performance.now() < end);
    });
  });
  expect(Math.max(...times)).toBeGreaterThan(TASK_MS);
});

test('a late hash never replaces a newer key', async ({ page, hookonce }) => {
  const digests = await holdDigests(page);
  await hookonce.open();
  // A held digest is what the key waits for, so that holding it back means something.
  const first = withoutId(600_000, 'first');
  await hookonce.choose(Buffer.from(first));
  await expect.poll(digests.held).toBe(1);
  await expect(hookonce.keyCard.getByRole('progressbar')).toBeVisible();
  await expect(hookonce.copyKey).toBeDisabled();
  await digests.release();
  await hookonce.expectKey(sha256(first));

  const late = withoutId(600_000, 'late');
  await hookonce.choose(Buffer.from(late));
  await expect.poll(digests.held).toBe(1);
  const keys = await recordKeys(page);
  await hookonce.pasteOver('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
  await digests.release();
  await hookonce.expectKey('evt:evt_A');
  expect(await keys()).not.toContain(sha256(late));
  await expect(hookonce.facts).toContainText('14 bytes');

  // Of two that wait, the newer counts, whichever comes first.
  const newer = withoutId(600_000, 'newer');
  await hookonce.choose(Buffer.from(late));
  await expect.poll(digests.held).toBe(1);
  await hookonce.choose(Buffer.from(newer));
  await expect.poll(digests.held).toBe(2);
  await digests.release();
  await hookonce.expectKey(sha256(newer));
  expect(await keys()).not.toContain(sha256(late));
});

for (const how of ['missing', 'refused'] as const) {
  test(`where the browser's own SHA-256 is ${how}, the key is the same`, async ({ browser, page, hookonce }, info) => {
    await breakDigests(page, how);
    await hookonce.open();
    for (const bytes of [40_000, 20_000_000]) {
      const body = withoutId(bytes);
      // By its path: otherwise handing over the bytes would be a task of the test's own.
      const path = await file(info, `${bytes}.json`, Buffer.from(body));
      const times = await tasks(browser, page, async () => {
        await hookonce.choose(path);
        await hookonce.expectKey(sha256(body));
      });
      expect(Math.max(...times)).toBeLessThan(TASK_MS);
    }
  });
}

test('50 MB have a key too', async ({ hookonce }, info) => {
  await hookonce.open();
  const body = withoutId(50_000_000);
  await hookonce.choose(await file(info, 'body.json', Buffer.from(body)));
  await expect(hookonce.key).toHaveText(sha256(body), { timeout: 30_000 });
  await expect(hookonce.facts).toContainText('50,000,000 bytes');
});
