import { defineConfig } from '@playwright/test';

// The browser is the system's: Playwright's own download is never used, so that
// the tests run where only package registries can be reached.
const executablePath = process.env.HOOKONCE_CHROMIUM;
if (!executablePath) {
  throw new Error('HOOKONCE_CHROMIUM is not set; run `cargo xtask test --only e2e`');
}

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results/artefacts',
  forbidOnly: true,
  fullyParallel: true,
  // A test that passes at the second try hides a fault.
  retries: 0,
  workers: 2,
  timeout: 60_000,
  globalTimeout: 20 * 60_000,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.HOOKONCE_E2E_REPORT ?? 'test-results/report.json' }],
  ],
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      // What the browser would do on its own in the background would count as
      // requests of the page, and as root it has no sandbox.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
