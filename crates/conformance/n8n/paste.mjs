// Pastes workflows onto the canvas of n8n's editor and publishes them there, as the owner of a new n8n would.
//
// Standard input: { url, workflows: [text] }. Standard output: { pasted: [{ id, nodes }], outside }, with the id
// that n8n gave each workflow, the names of the nodes on its canvas, and what the editor asked of others than n8n.
import { text } from 'node:stream/consumers';

import { chromium, expect, selectors } from '../../../tests/e2e/node_modules/@playwright/test/index.mjs';

const OWNER = { email: 'owner@example.org', firstName: 'Only', lastName: 'Owner', password: 'Lives-as-long-as-1-test' };

// For each step, of which the slowest takes seconds; a busy machine may take longer.
const PATIENCE = { timeout: 60_000 };

const { url, workflows } = JSON.parse(await text(process.stdin));
selectors.setTestIdAttribute('data-test-id');
const browser = await chromium.launch({
  executablePath: setting('HOOKONCE_CHROMIUM'),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Whatever it asks, nothing leaves this machine.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
});
try {
  const context = await browser.newContext({ baseURL: url, permissions: ['clipboard-read', 'clipboard-write'] });
  context.setDefaultTimeout(PATIENCE.timeout);
  const outside = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== url) outside.push(request.url());
  });
  // The answer's cookie is the context's, which is the login.
  await succeed(await context.request.post('/rest/owner/setup', { data: OWNER, ...PATIENCE }));
  const pasted = [];
  for (const workflow of workflows) pasted.push(await paste(await context.newPage(), workflow));
  console.log(JSON.stringify({ pasted, outside }));
} finally {
  await browser.close();
}

async function paste(page, workflow) {
  await page.goto('/workflow/new');
  await page.getByTestId('canvas-add-button').waitFor();
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), workflow);
  // The editor saves by itself.
  const { data } = await answered(page, '/rest/workflows', page.keyboard.press('ControlOrMeta+V'));

  const file = JSON.parse(workflow);
  const nodes = page.locator('[data-node-type]').filter({ visible: true });
  await expect(nodes).toHaveCount(file.nodes.length, PATIENCE);
  const wires = Object.values(file.connections).flatMap(({ main }) => main.flat());
  await expect(page.getByTestId('edge')).toHaveCount(wires.length, PATIENCE);
  // An issue is a credential that is not set, for example: the editor publishes nothing that has one.
  expect(await names(nodes.filter({ has: page.getByTestId('node-issues') }))).toEqual([]);
  expect(await page.locator('.el-notification').allInnerTexts()).toEqual([]);

  const publish = page.getByTestId('workflow-open-publish-modal-button');
  await publish.click();
  await answered(page, `/rest/workflows/${data.id}/activate`, page.getByTestId('workflow-publish-button').click());
  await expect(publish).toHaveText('Published', PATIENCE);
  const result = { id: data.id, nodes: await names(nodes) };
  await page.close();
  return result;
}

// What n8n answers to the POST request that follows from an action.
async function answered(page, path, action) {
  const isIt = (response) => response.request().method() === 'POST' && new URL(response.url()).pathname === path;
  const [response] = await Promise.all([page.waitForResponse(isIt), action]);
  await succeed(response);
  return response.json();
}

async function succeed(response) {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
}

function names(nodes) {
  return nodes.evaluateAll((elements) => elements.map(({ dataset }) => dataset.nodeName));
}

function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run \`cargo xtask test --only n8n\``);
  return value;
}
