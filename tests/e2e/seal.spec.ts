// After loading, nothing leaves the page. Counted at the server: a browser's word is not enough.
import { ATTEMPTS } from './attempts';
import { expect, test } from './fixtures';
import { LANGS } from './words';

for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  test(`the seal refuses: ${name}`, async ({ page, server, unsealed, hookonce }) => {
    await hookonce.open();
    await page.evaluate(() => {
      const refusals: string[] = [];
      Object.assign(window, { refusals });
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refusals.push(effectiveDirective));
    });
    const result = await page.evaluate(attempt, `${server.address}attempt`);
    if (result !== 'done') {
      // A worker's refusal is an event in the worker, and that has reported by now.
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'refusals').length)).toBeGreaterThan(0);
    }

    // The same from a page without a seal arrives, and it is tried later: so the first never left.
    const control = await page.context().newPage();
    await control.goto(`${unsealed.address}unsealed.html`);
    await control.evaluate(attempt, `${unsealed.address}attempt`);
    await expect.poll(() => unsealed.requests.join('\n')).toContain('/attempt');
    expect(hookonce.requestsSinceSealed()).toEqual([]);
  });
}

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    test('the note says what is refused, and tries it', async ({ page, hookonce }) => {
      await hookonce.open();
      await hookonce.badge.click();
      const note = hookonce.region('seal_title');
      await expect(note).toBeVisible();
      await note.getByRole('button', { name: hookonce.words.seal_test }).click();
      await expect(note.getByRole('status')).toContainText(hookonce.words.seal_refused);
      await expect(note.getByRole('status')).toContainText('connect-src');
      await page.keyboard.press('Escape');
      await expect(note).toBeHidden();
    });
  });
}

test('a page that cannot be sealed says so, and its test does not pass', async ({ page, server, hookonce }) => {
  // A browser without policies in the document, as far as the page can see.
  await page.addInitScript(() => {
    const append = Node.prototype.appendChild;
    Node.prototype.appendChild = function <T extends Node>(child: T): T {
      if (child instanceof HTMLMetaElement) throw new Error('no policy here');
      return append.call(this, child) as T;
    };
  });
  await page.goto(server.address);
  await hookonce.button('seal_pending').click();
  const note = hookonce.region('seal_title');
  await note.getByRole('button', { name: hookonce.words.seal_test }).click();
  await expect(note.getByRole('status')).toContainText(hookonce.words.seal_not_refused);
  expect(server.requests).toContain('GET /seal-test');
});

test('a whole session asks nothing of the server', async ({ server, hookonce }) => {
  await hookonce.open();
  // Loading is counted, so that counting is known to work.
  const loaded = server.requests.length;
  expect(server.requests[0]).toBe('GET /');
  // The page's, and the worker's, which comes before the seal as well.
  expect(server.requests.filter((request) => request.endsWith('.wasm'))).toHaveLength(2);

  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
  await hookonce.copyKey.click();
  await hookonce.choose(Buffer.from('{"a":"b"}'.repeat(100_000)));
  await hookonce.expectKey(/^sha256:/);
  await hookonce.samples.selectOption({ index: 2 });
  await hookonce.option('table').fill('other');
  await hookonce.guarantee('lease').check();
  await hookonce.database.selectOption('mariadb');
  await hookonce.download(hookonce.statementDownloads().first());
  await hookonce.download(hookonce.downloadAll('migration'));
  await hookonce.button('reset_options').click();
  await hookonce.tab('tab_n8n').click();
  await hookonce.output.getByText(hookonce.words.show_json).first().click();
  await hookonce.download(hookonce.output.getByRole('button', { name: hookonce.words.download_json }).first());
  await hookonce.speak('de');
  await hookonce.wear('theme_dark');
  await hookonce.badge.click();
  await hookonce.region('seal_title').getByRole('button', { name: hookonce.words.seal_test }).click();
  await expect(hookonce.region('seal_title')).toContainText('connect-src');
  await hookonce.button('close').click();
  await hookonce.button('copy_link').click();
  await expect(hookonce.status).toHaveText(hookonce.words.copied);
  expect(server.requests.slice(loaded)).toEqual([]);
});

test('the page gives up WebRTC, which no policy of this browser blocks', async ({ page, hookonce }) => {
  const has = () => page.evaluate(() => 'RTCPeerConnection' in window);
  await page.goto('about:blank');
  expect(await has()).toBe(true);
  await hookonce.open();
  expect(await has()).toBe(false);
});
