// What every test gets: a server of its own, and the page as its visitors see it.
import { test as base, expect } from '@playwright/test';

import { Hookonce } from './hookonce';
import { serve } from './server.mjs';
import type { Lang } from './words';

export { expect };

export interface Server {
  address: string;
  requests: string[];
  close(): Promise<void>;
}

interface Fixtures {
  lang: Lang;
  server: Server;
  unsealed: Server;
  hookonce: Hookonce;
}

export const test = base.extend<Fixtures>({
  lang: ['en', { option: true }],
  locale: async ({ lang }, use) => use(lang === 'de' ? 'de-DE' : 'en-US'),
  permissions: [['clipboard-read', 'clipboard-write'], { scope: 'test' }],
  contextOptions: async ({}, use) => use({ strictSelectors: true }),

  // One a test: what another test did cannot be counted here, and nothing is kept from it,
  // since another port is another origin.
  server: async ({}, use) => {
    const server = await serve(dist());
    await use(server);
    await server.close();
  },

  // A page without any policy on a server of its own, to show that what is refused elsewhere works.
  unsealed: async ({}, use) => {
    const server = await serve(dist(), { '/unsealed.html': '<!doctype html><title>unsealed</title>' });
    await use(server);
    await server.close();
  },

  // Whatever a test is about, the sealed page asks nothing of its server, and never breaks.
  hookonce: async ({ page, server, lang }, use) => {
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(error.message));
    const hookonce = new Hookonce(page, server, lang);
    await use(hookonce);
    expect(broken, 'exceptions in the page').toEqual([]);
    expect(hookonce.requestsSinceSealed(), 'requests of the sealed page').toEqual([]);
  },
});

function dist(): string {
  const folder = process.env.HOOKONCE_DIST;
  if (!folder) throw new Error('HOOKONCE_DIST is not set; run `cargo xtask test --only e2e`');
  return folder;
}
