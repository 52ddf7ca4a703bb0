// Nothing that was pasted is lost by one wrong step.
import { sha256 } from './bodies';
import { expect, test } from './fixtures';

test('the editor undoes a paste that replaced the sample, and does it again', async ({ page, hookonce }) => {
  await hookonce.open();
  const sample = await hookonce.editor.inputValue();
  const key = (await hookonce.key.textContent())!;
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(hookonce.editor).toHaveValue(sample);
  await hookonce.expectKey(key);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(hookonce.editor).toHaveValue('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
});

test('a delivery that a sample has replaced comes back with its bytes', async ({ hookonce }) => {
  await hookonce.open();
  const pasted = '{"order":\r\n"A-10023"}';
  await hookonce.paste(pasted);
  await hookonce.expectKey(sha256(pasted));
  await hookonce.samples.selectOption('JSON, id > 2^53');
  await expect(hookonce.finding('unusable-id')).toBeVisible();
  await hookonce.button('restore').click();
  await hookonce.expectKey(sha256(pasted));
  await expect(hookonce.editor).toHaveValue(pasted.replace('\r\n', '\n'));
});

test('looking at one sample after the other does not lose the delivery', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
  for (const index of [1, 2, 3]) {
    const key = await hookonce.key.textContent();
    await hookonce.samples.selectOption({ index });
    await expect(hookonce.key).not.toHaveText(key!);
  }
  await hookonce.button('restore').click();
  await hookonce.expectKey('evt:evt_A');
});

test('a delivery that a file has replaced comes back, and so does the file', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste('{"id":"evt_A"}');
  await hookonce.expectKey('evt:evt_A');
  await hookonce.choose(Buffer.from([0xff, 0x00]));
  await hookonce.expectKey(sha256(Buffer.from([0xff, 0x00])));
  await hookonce.button('restore').click();
  await hookonce.expectKey('evt:evt_A');
  await hookonce.button('restore').click();
  await hookonce.expectKey(sha256(Buffer.from([0xff, 0x00])));
});

test('every sample has a key, or says why not', async ({ hookonce }) => {
  await hookonce.open();
  const names = await hookonce.samples.getByRole('option').allTextContents();
  expect(names.length).toBeGreaterThan(2);
  for (const name of names.slice(1)) {
    // Without a key in between, the next key cannot be taken for this one.
    await hookonce.editor.fill('');
    await expect(hookonce.key).toHaveText(hookonce.words.no_key);
    await hookonce.samples.selectOption(name);
    if (name === hookonce.words.sample_control) await expect(hookonce.finding('control-message')).toBeVisible();
    else if (name === hookonce.words.sample_batch) await expect(hookonce.key).toHaveText(hookonce.words.key_of_each_item);
    else await hookonce.expectKey(/^(evt|sha256):./);
    await expect(hookonce.delivery).toContainText(hookonce.words.sample_shown);
  }
});
