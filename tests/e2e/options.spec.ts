// Options: followed live, refused with a reason, never lost.
import { expect, test } from './fixtures';

// Name of the field, what is typed, the finding, and whether nothing can be made with it.
const REFUSED: [string, string, string, 'sql' | 'n8n' | 'key'][] = [
  ['table', '', 'identifier-invalid', 'sql'],
  ['table', 'a'.repeat(64), 'identifier-invalid', 'sql'],
  ['table', 'ü'.repeat(32), 'identifier-invalid', 'sql'],
  ['table', 'business_log', 'identifier-invalid', 'sql'],
  ['table', '{{ $json }}', 'n8n-identifier', 'n8n'],
  ['schema', 'a'.repeat(64), 'identifier-invalid', 'sql'],
  ['retention', '0', 'retention-out-of-range', 'sql'],
  ['retention', '36501', 'retention-out-of-range', 'sql'],
  ['retention', '', 'retention-out-of-range', 'sql'],
  ['retention', '1e3', 'retention-out-of-range', 'sql'],
  ['scope', 'sha256', 'scope-invalid', 'key'],
  ['scope', 'Shop', 'scope-invalid', 'key'],
  ['webhook_path', '/a:b', 'webhook-path-invalid', 'n8n'],
];

for (const [field, value, code, lost] of REFUSED) {
  test(`${field} "${value.slice(0, 16)}" is refused beside the field: ${code}`, async ({ hookonce }) => {
    await hookonce.open();
    const input = hookonce.option(field);
    await expect(input).toHaveAttribute('aria-invalid', 'false');
    const before = await input.inputValue();
    await input.fill(value);
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toHaveAccessibleDescription(new RegExp(code));
    await expect(input).toHaveValue(value);

    // Nothing is made with it, and that is said; what does not depend on it is still there.
    const none = hookonce.output.getByText(hookonce.words.cannot_be_made);
    await expect(none).toHaveCount(lost === 'sql' ? 1 : 0);
    await hookonce.tab('tab_n8n').click();
    await expect(none).toHaveCount(1);
    await expect(hookonce.copyKey).toBeEnabled({ enabled: lost !== 'key' });

    await input.fill(before);
    await expect(input).toHaveAttribute('aria-invalid', 'false');
    await expect(none).toHaveCount(0);
    await expect(hookonce.copyKey).toBeEnabled();
  });
}

test('names that must be quoted are quoted, as they are typed', async ({ hookonce }) => {
  await hookonce.open();
  const claim = hookonce.output.getByRole('region', { name: 'Claim' });
  await expect(claim).toContainText('INSERT INTO processed_events (key)');
  await hookonce.option('table').fill('x"; DROP TABLE users; --');
  await expect(claim).toContainText('INSERT INTO "x""; DROP TABLE users; --" (key)');
  await hookonce.option('table').fill('Orders 📦');
  await hookonce.option('schema').fill('user');
  await expect(claim).toContainText('INSERT INTO "user"."Orders 📦" (key)');
});

test('retention: short is a warning, 30 days a hint, 31 days nothing', async ({ hookonce }) => {
  await hookonce.open();
  // Of a sender that nothing is known of.
  await hookonce.paste('{"id":"1001"}');
  const findings = hookonce.options.getByRole('listitem');
  await expect(findings).toContainText('retention-equal');
  await hookonce.option('retention').fill('7');
  await expect(findings).toContainText('retention-short');
  await expect(hookonce.option('retention')).toHaveAccessibleDescription(/retention-short/);
  await expect(hookonce.option('retention')).toHaveAttribute('aria-invalid', 'false');
  await hookonce.option('retention').fill('31');
  await expect(findings).toHaveCount(0);
  await expect(hookonce.output).toContainText("interval '31 days'");
});

test('retention: a known sender says how long', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.option('retention').fill('7');
  const findings = hookonce.options.getByRole('listitem');
  await expect(findings).toHaveCount(1);
  await expect(findings).toContainText('retention-under-sender');
  await expect(findings).toContainText('Stripe');
  await expect(hookonce.option('retention')).toHaveAccessibleDescription(/retention-under-sender/);
});

test('a table name that only n8n refuses leaves the SQL', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.option('table').fill('a$1');
  await expect(hookonce.options.getByRole('listitem').filter({ hasText: 'n8n-identifier' })).toBeVisible();
  await expect(hookonce.output.getByRole('region', { name: 'Claim' })).toContainText('a$1');
});

test('reset gives the defaults back, and is there only when there is something to reset', async ({ hookonce }) => {
  await hookonce.open();
  await expect(hookonce.button('reset_options')).toHaveCount(0);
  await hookonce.option('table').fill('other');
  await hookonce.option('scope').fill('shop');
  await hookonce.button('reset_options').click();
  await expect(hookonce.option('table')).toHaveValue('processed_events');
  await expect(hookonce.option('scope')).toHaveValue('');
  await expect(hookonce.button('reset_options')).toHaveCount(0);
});
