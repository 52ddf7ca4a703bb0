// The page by its roles and names, in the language it has at the moment.
import { expect, type Download, type Locator, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';

import type { Server } from './fixtures';
import { WORDS, type Lang, type Words } from './words';

export class Hookonce {
  private sealedAt = Infinity;

  constructor(
    readonly page: Page,
    readonly server: Server,
    private lang: Lang,
  ) {}

  get words(): Words {
    return WORDS[this.lang];
  }

  // Opens the page, with the options of a fragment, and waits until it is sealed.
  async open(fragment = ''): Promise<void> {
    this.sealedAt = Infinity;
    await this.page.goto(this.server.address + fragment);
    await this.sealed();
  }

  async reload(): Promise<void> {
    this.sealedAt = Infinity;
    await this.page.reload();
    await this.sealed();
  }

  // Another page of the same browser, as another tab is.
  async another(fragment = ''): Promise<Hookonce> {
    const other = new Hookonce(await this.page.context().newPage(), this.server, this.lang);
    // The other page's loading is no request of this one.
    const seen = this.requestsSinceSealed();
    expect(seen, 'requests of the sealed page').toEqual([]);
    await other.open(fragment);
    this.sealedAt = this.server.requests.length;
    return other;
  }

  requestsSinceSealed(): string[] {
    return this.server.requests.slice(this.sealedAt);
  }

  private async sealed(): Promise<void> {
    await expect(this.badge).toBeVisible();
    await expect(this.key).not.toBeEmpty();
    this.sealedAt = this.server.requests.length;
  }

  get badge(): Locator {
    return this.button('seal');
  }

  get editor(): Locator {
    return this.page.getByRole('textbox', { name: this.words.editor_label });
  }

  get delivery(): Locator {
    return this.region('delivery');
  }

  get keyCard(): Locator {
    return this.region('key');
  }

  get key(): Locator {
    return this.keyCard.getByRole('code').first();
  }

  get rule(): Locator {
    return this.keyCard.getByLabel(this.words.rule, { exact: true });
  }

  get copyKey(): Locator {
    return this.button('copy_key');
  }

  get findings(): Locator {
    return this.keyCard.getByRole('list', { name: this.words.findings });
  }

  get facts(): Locator {
    return this.page.getByRole('group', { name: this.words.facts_label });
  }

  get samples(): Locator {
    return this.page.getByRole('combobox', { name: this.words.sample, exact: true });
  }

  get readAs(): Locator {
    return this.page.getByRole('combobox', { name: this.words.read_as });
  }

  get lineEnds(): Locator {
    return this.page.getByRole('combobox', { name: this.words.line_ends });
  }

  get file(): Locator {
    return this.page.getByLabel(this.words.open_file);
  }

  get options(): Locator {
    return this.region('options');
  }

  get output(): Locator {
    return this.page.getByRole('tabpanel');
  }

  // The live region for what a button has done.
  get status(): Locator {
    return this.page.getByRole('status').last();
  }

  finding(code: string): Locator {
    return this.findings.getByRole('listitem').filter({ hasText: code });
  }

  option(name: string): Locator {
    return this.options.getByRole('textbox', { name: this.words[name] });
  }

  guarantee(name: string): Locator {
    return this.options.getByRole('radio', { name: new RegExp(`^${this.words[name]} `) });
  }

  column(name: string): Locator {
    return this.options.getByRole('checkbox', { name: new RegExp(`^${this.words[name]} `) });
  }

  get database(): Locator {
    return this.options.getByRole('combobox', { name: this.words.database });
  }

  // A list of choices among the outputs.
  select(name: string): Locator {
    return this.output.getByRole('combobox', { name: this.words[name], exact: true });
  }

  get outcomes(): Locator {
    return this.page.getByRole('table', { name: this.words.outcomes });
  }

  // A titled card of the open tab.
  card(name: string): Locator {
    const title = this.page.getByRole('heading', { name: this.words[name], exact: true });
    return this.output.locator('section.card').filter({ has: title });
  }

  // The card of each statement.
  get statements(): Locator {
    return this.output.locator('section.card').filter({ has: this.page.locator('.head + pre') });
  }

  // The download of each statement.
  statementDownloads(): Locator {
    return this.statements.getByRole('button', { name: this.words.download });
  }

  // The download of all files of a card.
  downloadAll(name: string): Locator {
    return this.card(name).locator('.remark').getByRole('button');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name: this.words[name], exact: true });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name: this.words[name], exact: true });
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name: this.words[name], exact: true });
  }

  async speak(lang: Lang): Promise<void> {
    const group = this.page.getByRole('group', { name: this.words.language });
    await group.getByRole('button', { name: lang.toUpperCase() }).click();
    this.lang = lang;
    await expect(this.copyKey).toBeVisible();
  }

  async wear(theme: string): Promise<void> {
    const group = this.page.getByRole('group', { name: this.words.theme });
    await group.getByRole('button', { name: this.words[theme], exact: true }).click();
  }

  // The key is shown and nothing is being computed for a newer one.
  async expectKey(key: string | RegExp): Promise<void> {
    await expect(this.key).toHaveText(key, { timeout: 15_000 });
    await expect(this.keyCard.getByRole('progressbar')).toHaveCount(0);
  }

  // By keyboard, from the real clipboard.
  async paste(text: string): Promise<void> {
    await this.toClipboard(text);
    await this.editor.focus();
    await this.page.keyboard.press('ControlOrMeta+V');
  }

  // The same in place of everything that is there.
  async pasteOver(text: string): Promise<void> {
    await this.toClipboard(text);
    await this.editor.focus();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.press('ControlOrMeta+V');
  }

  async toClipboard(text: string): Promise<void> {
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), text);
  }

  async clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async choose(bytes: Buffer | string, name = 'delivery.bin'): Promise<void> {
    const file = typeof bytes === 'string' ? bytes : { name, mimeType: 'application/octet-stream', buffer: bytes };
    await this.file.setInputFiles(file);
  }

  // The part of the text that is selected in the editor.
  async selected(): Promise<string> {
    return this.editor.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
  }

  async download(button: Locator): Promise<{ name: string; text: string }> {
    const started: Promise<Download> = this.page.waitForEvent('download');
    await button.click();
    const download = await started;
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }
}
