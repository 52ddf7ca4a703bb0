// How long the page held its main thread, in milliseconds of the processor's time.
import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur: number;
  tdur?: number;
  args: { name?: string };
}

// The processor's time, and not the clock's: that other programs ran meanwhile says nothing about the
// page. The trace begins and ends outside what is measured.
export async function tasks(browser: Browser, page: Page, during: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await during();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const threads = new Set(main.map(thread));
  return traceEvents
    .filter((event) => event.ph === 'X' && threads.has(thread(event)) && /RunTask/.test(event.name))
    // The shortest have no time of the processor's, and need none.
    .map(({ dur, tdur = dur }) => tdur / 1000);
}
