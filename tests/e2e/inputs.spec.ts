// Raw HTTP requests and cURL commands, and what is wrong with them.
import { sha256 } from './bodies';
import { expect, test } from './fixtures';
import { fill } from './words';

const BODY = '{"order":"A-10023"}';

test('a raw HTTP request: the key is of its body', async ({ hookonce }) => {
  await hookonce.open();
  const head = `POST /in HTTP/1.1\r\nHost: hooks.example.com\r\nContent-Length: ${BODY.length}\r\n\r\n`;
  await hookonce.paste(head + BODY);
  await hookonce.expectKey(sha256(BODY));
  await expect(hookonce.facts).toContainText(`${BODY.length} bytes`);
  await expect(hookonce.findings).not.toContainText('content-length-mismatch');
});

test('a header that occurs twice', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste(`POST /in HTTP/1.1\nX-Event-Id: a\nX-Event-Id: b\n\n${BODY}`);
  await hookonce.expectKey(sha256(BODY));
  const finding = hookonce.finding('header-repeated');
  await expect(finding).toContainText('X-Event-Id');
  const position = fill(hookonce.words.position_in_input, { line: 3, column: 1 });
  await finding.getByRole('button', { name: position }).click();
  expect(await hookonce.selected()).toBe('X');
});

test('a place in the body of a request is shown in the whole request', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste('POST /in HTTP/1.1\r\nHost: hooks.example.com\r\n\r\n{"a": !}');
  await hookonce.finding('not-json').getByRole('button').click();
  expect(await hookonce.selected()).toBe('!');
});

test('a cURL command over several lines', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste(`curl 'https://hooks.example.com/in' \\\n  -H 'X-A: 1' \\\n  --data-raw $'{"id":"it\\'s"}'`);
  await hookonce.expectKey("evt:it's");
});

test('a cURL command with an open quote has no key, and the place of the quote', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste(`curl https://hooks.example.com/in --data '{"id":"evt_A"}`);
  await expect(hookonce.key).toHaveText(hookonce.words.no_key);
  await hookonce.finding('curl-open-quote').getByRole('button').click();
  expect(await hookonce.selected()).toBe("'");
});

test('a cURL command that reads a file has no key', async ({ hookonce }) => {
  await hookonce.open();
  await hookonce.paste('curl https://hooks.example.com/in --data-binary @body.json');
  await expect(hookonce.key).toHaveText(hookonce.words.no_key);
  await expect(hookonce.finding('curl-file-reference')).toContainText('body.json');
});

test('"read as" overrules what the input looks like', async ({ hookonce }) => {
  await hookonce.open();
  const request = `POST /in HTTP/1.1\nHost: hooks.example.com\n\n${BODY}`;
  await hookonce.paste(request);
  await hookonce.expectKey(sha256(BODY));
  await hookonce.readAs.selectOption(hookonce.words.read_as_body);
  await hookonce.expectKey(sha256(request));
  await hookonce.readAs.selectOption(hookonce.words.read_as_curl);
  await expect(hookonce.key).not.toHaveText(sha256(request));
  await hookonce.readAs.selectOption(hookonce.words.read_as_http);
  await hookonce.expectKey(sha256(BODY));
});
