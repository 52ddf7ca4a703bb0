// Files on the disk, and dropping them as a visitor would.
import { open } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from '@playwright/test';

// A file of `bytes`, or of `size` zero bytes that take no room on the disk.
export async function file(info: TestInfo, name: string, content: Buffer | { size: number }): Promise<string> {
  const path = info.outputPath(name);
  const handle = await open(path, 'w');
  if (Buffer.isBuffer(content)) await handle.writeFile(content);
  else await handle.truncate(content.size);
  await handle.close();
  return path;
}

// A real drag by the browser, so that dragging over is tried as well as dropping.
export async function drop(page: Page, target: Locator, data: { files?: string[]; text?: string }): Promise<void> {
  const box = (await target.boundingBox())!;
  const browser = await page.context().newCDPSession(page);
  const items = data.text === undefined ? [] : [{ mimeType: 'text/plain', data: data.text }];
  const event = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    data: { items, files: data.files ?? [], dragOperationsMask: 1 },
  };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...event });
  }
  await browser.detach();
}
