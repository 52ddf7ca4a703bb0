// What is kept and shared: the options, never a payload.
import { expect, test } from './fixtures';

const MARK = 'zebra-4711';

test('a link to the plan carries the options', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.option('table').fill('My "orders" & more');
  await hookonce.option('retention').fill('31');
  await hookonce.option('scope').fill('shop');
  await hookonce.button('copy_link').click();
  await expect(hookonce.status).toHaveText(hookonce.words.copied);
  const link = await hookonce.clipboard();
  expect(link.startsWith(`${hookonce.server.address}#`)).toBe(true);
  expect(link).not.toMatch(/lang|theme|colour/i);

  await hookonce.button('reset_options').click();
  const other = await hookonce.another(new URL(link).hash);
  await expect(other.option('table')).toHaveValue('My "orders" & more');
  await expect(other.option('retention')).toHaveValue('31');
  await expect(other.option('scope')).toHaveValue('shop');
  await expect(other.output.getByRole('region', { name: 'Claim' })).toContainText('"My ""orders"" & more"');
});

test('a reload keeps the options, and a fragment wins over them', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.option('table').fill('kept');
  await hookonce.option('scope').fill('shop');
  await hookonce.reload();
  await expect(hookonce.option('table')).toHaveValue('kept');

  // Without a fragment: from the storage.
  const bare = await hookonce.another();
  await expect(bare.option('table')).toHaveValue('kept');

  // A shared plan is that plan, not a mixture with what was kept.
  const shared = await hookonce.another('#table=shared');
  await expect(shared.option('table')).toHaveValue('shared');
  await expect(shared.option('scope')).toHaveValue('');
});

test('a link to another plan is followed in the open page', async ({ page, hookonce }) => {
  await hookonce.open();
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
  await page.evaluate(() => (location.hash = '#table=followed&retention-days=90'));
  await expect(hookonce.option('table')).toHaveValue('followed');
  await expect(hookonce.option('retention')).toHaveValue('90');
  await hookonce.expectKey('evt:evt_A');
});

test('a fragment that is no plan, or a broken one, breaks nothing', async ({ hookonce }) => {
  await hookonce.open('#key');
  await expect(hookonce.option('table')).toHaveValue('processed_events');
  const broken = await hookonce.another(`#table=%FF%00&retention-days=${'9'.repeat(5000)}&lang=de`);
  await expect(broken.option('retention')).toHaveAttribute('aria-invalid', 'true');
  await broken.expectKey(/^evt:/);
});

test('a browser that keeps nothing is no obstacle', async ({ page, hookonce }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Window.prototype, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
  await hookonce.open();
  await hookonce.option('table').fill('other');
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
});

test('a payload is nowhere but in the page', async ({ page, hookonce }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await hookonce.open();
  // As an id, as a header, in a broken body, in a file, and in a request that the page cannot read.
  await hookonce.paste(`{"id":"${MARK}","${MARK}":1}`);
  await hookonce.expectKey(`evt:${MARK}`);
  await hookonce.copyKey.click();
  await hookonce.tab('tab_n8n').click();
  await hookonce.pasteOver(`POST /${MARK} HTTP/1.1\nX-A: ${MARK}\n\n{"a":"${MARK}" !}`);
  await expect(hookonce.finding('not-json')).toBeVisible();
  await hookonce.pasteOver(`curl --unknown ${MARK} --data '${MARK}`);
  await expect(hookonce.finding('curl-open-quote')).toBeVisible();
  await hookonce.choose(Buffer.from(`{"id":"${MARK}-file"}`), `${MARK}.json`);
  await hookonce.expectKey(`evt:${MARK}-file`);
  await hookonce.speak('de');
  await hookonce.option('table').fill('other');
  await expect.poll(() => page.url()).toContain('table=other');

  const kept = await page.evaluate(async () => ({
    address: location.href,
    caches: await caches.keys(),
    cookies: document.cookie,
    databases: await indexedDB.databases(),
    history: history.state,
    local: { ...localStorage },
    name: window.name,
    session: { ...sessionStorage },
    title: document.title,
  }));
  // What may be kept is kept, so that looking for the mark there means something.
  expect(JSON.stringify(kept.local)).toContain('other');
  expect(JSON.stringify(kept)).not.toContain(MARK);
  expect(said.join('\n')).not.toContain(MARK);
  expect(hookonce.server.requests.join('\n')).not.toContain(MARK);
  // A reload shows a sample again, not the payload.
  await hookonce.reload();
  await expect(hookonce.editor).not.toHaveValue(new RegExp(MARK));
});
