// Whose rule makes the key, and what is known of the sender.
import { expect, test } from './fixtures';
import { LANGS } from './words';

const GITHUB = [
  'POST /hook HTTP/1.1',
  'X-GitHub-Event: push',
  'X-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-4c9367dc0958',
  '',
  '{"id":"not-the-event","after":"59b20b8d5c6ff8d0"}',
].join('\n');

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    test('a sender that is certain gives its rule, its facts and its findings', async ({ hookonce }) => {
      await hookonce.open();
      await hookonce.paste(GITHUB);
      await hookonce.expectKey('evt:72d3162e-cc78-11e3-81ab-4c9367dc0958');
      await expect(hookonce.finding('unsigned-key')).toBeVisible();
      await hookonce.tab('sender').click();
      await expect(hookonce.output.getByRole('heading', { name: 'GitHub' })).toBeVisible();
      await expect(hookonce.output).toContainText('X-GitHub-Delivery');

      // Another one can be read up without the key changing.
      await hookonce.output.getByLabel(hookonce.words.sender_show!).selectOption('zoom');
      await expect(hookonce.output).toContainText('x-zm-trackingid');
      await hookonce.expectKey('evt:72d3162e-cc78-11e3-81ab-4c9367dc0958');
      expect(hookonce.requestsSinceSealed()).toEqual([]);
    });

    test("a rule of one's own is used at once, and a fault says where", async ({ page, hookonce }) => {
      await hookonce.open();
      await hookonce.paste(GITHUB);
      await hookonce.rule.selectOption('generic');
      await hookonce.expectKey('evt:not-the-event');
      await hookonce.rule.selectOption('own');
      const own = page.getByRole('textbox', { name: hookonce.words.rule_own });
      await expect(own).toHaveValue('$.id');
      await own.fill('$.after + header X-GitHub-Event');
      await hookonce.expectKey('evt:59b20b8d5c6ff8d0/push');
      await own.fill('$.after + ');
      await expect(own).toHaveAttribute('aria-invalid', 'true');
      await expect(hookonce.keyCard.getByText('rule-invalid').first()).toBeVisible();

      // It is an option like the others: kept in the address.
      await own.fill('$.after');
      await expect.poll(() => new URL(page.url()).hash).toContain('rule=%24.after');
      await hookonce.reload();
      await expect(own).toHaveValue('$.after');
    });
  });
}

test('each item of a batch has its key, and all are copied', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste('[{"sg_event_id":"a","sg_message_id":"m"},{"sg_event_id":"b","sg_message_id":"m"}]');
  await expect(hookonce.key).toHaveText(hookonce.words.key_of_each_item!);
  await expect(hookonce.keyCard.getByRole('listitem').filter({ hasText: /^evt:/ })).toHaveText(['evt:a', 'evt:b']);
  await hookonce.copyKey.click();
  expect(await hookonce.clipboard()).toBe('evt:a\nevt:b');
});

test('a handshake has no key', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.samples.selectOption(hookonce.words.sample_control!);
  await expect(hookonce.key).toHaveText(hookonce.words.no_key!);
  await expect(hookonce.finding('control-message')).toBeVisible();
  await expect(hookonce.copyKey).toBeDisabled();
});
