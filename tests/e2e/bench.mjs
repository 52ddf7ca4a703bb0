// Measures the page in the browser and writes docs/benchmarks.md; `cargo xtask bench` calls it.
//
// The page's own numbers come from the page as it is built and sealed, driven by events; what they
// are compared with runs on a page without a seal, in the same browser and in the same run.
import { chromium } from '@playwright/test';
import { fileURLToPath } from 'node:url';

import * as inPage from './bench/in-page.mjs';
import { report, write } from './bench/report.mjs';
import { serve } from './server.mjs';

// Runs for each size: few where one run is long.
const SIZES = [
  { name: '1 kB', bytes: 1_000, runs: 101 },
  { name: '64 kB', bytes: 64_000, runs: 51 },
  { name: '1 MB', bytes: 1_000_000, runs: 25 },
  { name: '16 MB', bytes: 16_000_000, runs: 9 },
];
const CROSSING = [1, 2, 4, 8, 16, 32, 64, 128, 256];

// Browsers round their clock to 0.1 ms, but to 0.005 ms for a page that shares its process with nobody.
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const page = await serve(setting('HOOKONCE_DIST'), {}, ISOLATED);
const others = await serve(
  fileURLToPath(new URL('node_modules', import.meta.url)),
  { '/bench.html': '<!doctype html><link rel="icon" href="data:,"><title>bench</title>' },
  ISOLATED,
);
const browser = await chromium.launch({
  executablePath: setting('HOOKONCE_CHROMIUM'),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
try {
  const results = {
    browser: browser.version(),
    latency: await latency(),
    keystroke: await keystroke(),
    usable: await usable(),
    crossing: await crossing(),
  };
  const text = report(results);
  write(fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url)), text);
  console.log(text);
} finally {
  await browser.close();
  await Promise.all([page.close(), others.close()]);
}

// From an input to the key that belongs to it, and what the same bytes cost elsewhere.
async function latency() {
  const ours = await open(page.address);
  const theirs = await open(`${others.address}bench.html`);
  await theirs.evaluate(inPage.load);
  const rows = [];
  for (const size of SIZES) {
    for (const id of [false, true]) {
      step(`key latency, ${size.name}, ${id ? 'with' : 'without'} id`);
      const argument = { ...size, id };
      rows.push({
        ...argument,
        page: median(await ours.evaluate(inPage.keyLatency, argument)),
        ...mapValues(await theirs.evaluate(inPage.alternatives, argument), median),
      });
    }
  }
  await closeAll();
  return rows;
}

// Real key presses into a body of 256 KiB, each to the key that follows from it.
async function keystroke() {
  const result = {};
  for (const id of [false, true]) {
    step(`keystroke in 256 KiB, ${id ? 'in the id' : 'without id'}`);
    const ours = await open(page.address);
    await ours.evaluate(inPage.prepareKeystrokes, { bytes: 256 << 10, id });
    for (let press = 0; press < 61; press += 1) {
      await ours.keyboard.press('a');
      await ours.evaluate(inPage.keystrokeDone);
    }
    result[id ? 'inId' : 'withoutId'] = median(await ours.evaluate(inPage.keystrokes));
    await closeAll();
  }
  return result;
}

// From the navigation to an editor and a key, with nothing in any cache.
async function usable() {
  step('time until the page is usable');
  const times = [];
  for (let run = 0; run < 11; run += 1) {
    const context = await browser.newContext();
    const ours = await context.newPage();
    await ours.addInitScript(inPage.watchForUsable);
    await ours.goto(page.address);
    times.push(await ours.evaluate(() => window.usable));
    await context.close();
  }
  return median(times);
}

// Our SHA-256 beside the browser's, to find the size from which the browser's is faster.
async function crossing() {
  step('the crossing of sha2 and SubtleCrypto');
  const ours = await open(page.address, inPage.takeSubtleAway);
  const [small, large] = [64_000, 1_000_000];
  // With the browser's own taken away the page hashes by sha2. Both times have the same rest, which
  // the difference leaves out: it is what sha2 takes for so many bytes more. Its own start is less
  // than a microsecond.
  const times = [];
  for (const bytes of [small, large]) {
    times.push(median(await ours.evaluate(inPage.hashLatency, { bytes, runs: 61 })));
  }
  const perByte = (times[1] - times[0]) / (large - small);
  const theirs = await open(`${others.address}bench.html`);
  const rows = [];
  for (const kilobytes of CROSSING) {
    const bytes = kilobytes * 1000;
    const subtle = median(await theirs.evaluate(inPage.subtleAlone, { bytes, runs: 301 }));
    rows.push({ kilobytes, sha2: perByte * bytes, subtle });
  }
  await closeAll();
  return { rows, megabytesPerSecond: 1 / perByte / 1000 };
}

async function open(address, script) {
  const context = await browser.newContext();
  const opened = await context.newPage();
  if (script) await opened.addInitScript(script);
  await opened.goto(address);
  await opened.evaluate(inPage.makeBodies);
  if (address === page.address) await opened.locator('#key code i').waitFor();
  return opened;
}

async function closeAll() {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

function median(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}

function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run \`cargo xtask bench\``);
  return value;
}

function step(text) {
  console.log(`    ${text}`);
}
