// The results as tables, ratios first: they depend less on the machine than milliseconds do.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const BEGIN = '<!-- bench:begin, written by cargo xtask bench -->';
const END = '<!-- bench:end -->';

export function report({ browser, latency, keystroke, usable, crossing }) {
  const others = { subtle: 'SubtleCrypto', hashWasm: 'hash-wasm', noble: '@noble/hashes', jsonParse: 'JSON.parse, `.id`' };
  const body = ({ name, id }) => `${name}, ${id ? 'with' : 'without'} id`;
  const ratios = latency.map((row) => [body(row), ...Object.keys(others).map((other) => times(row.page / row[other]))]);
  const absolute = latency.map((row) => [body(row), ...['page', ...Object.keys(others)].map((name) => ms(row[name]))]);
  const crossed = crossing.rows.find(({ sha2, subtle }) => subtle < sha2);
  return [
    '## From an input to its key',
    '',
    'How many times as long as the others the page takes, medians of one run in one browser. The page’s time runs from the',
    'input event to the new key in the document: reading the editor or the file, finding the form, reading the JSON without',
    'loss, all findings, the hash if one is needed, and writing all that depends on it; not the painting. The others only',
    'hash bytes, or parse text, that they already have.',
    '',
    table(['page ÷', ...Object.values(others)], ratios),
    '',
    `The same in milliseconds, on one machine with ${cpus().length} cores and Chromium ${browser}:`,
    '',
    table(['ms', 'page', ...Object.values(others)], absolute),
    '',
    '## Typing and opening',
    '',
    table(
      ['on the same machine', 'median', 'target'],
      [
        ['a key press in 256 KiB without id, to the new key', `${ms(keystroke.withoutId)} ms`, '16 ms'],
        ['a key press in the id of a body of 256 KiB, to the new key', `${ms(keystroke.inId)} ms`, '16 ms'],
        ['from the navigation to the editor and a key, local server, empty cache', `${ms(usable)} ms`, '1,000 ms'],
      ],
    ),
    '',
    '## sha2 or SubtleCrypto',
    '',
    'sha2 in the page’s WebAssembly against the browser’s own with its round trip: how many times as long sha2 takes. The page',
    'changes over at 32 KiB. sha2 is measured in the page itself, with SubtleCrypto taken away: what 936 kB more take there,',
    `per byte (${Math.round(crossing.megabytesPerSecond)} MB/s).`,
    '',
    table(
      ['bytes', 'sha2 ÷ SubtleCrypto', 'sha2, ms', 'SubtleCrypto, ms'],
      crossing.rows.map(({ kilobytes, sha2, subtle }) => [`${kilobytes} kB`, times(sha2 / subtle), ms(sha2), ms(subtle)]),
    ),
    '',
    crossed ? `SubtleCrypto is the faster one from ${crossed.kilobytes} kB on.` : 'sha2 is the faster one throughout.',
    '',
  ].join('\n');
}

// Puts the text between the markers of a document; makes them, or the document, where they are missing.
export function write(path, text) {
  const old = existsSync(path) ? readFileSync(path, 'utf8') : '# Benchmarks\n';
  const [begin, end] = [old.indexOf(BEGIN), old.indexOf(END)];
  if (begin < 0 !== end < 0 || end < begin) throw new Error(`the markers ${BEGIN} and ${END} do not match`);
  const block = `${BEGIN}\n${text}${END}`;
  const made = begin < 0 ? `${old.trimEnd()}\n\n${block}\n` : old.slice(0, begin) + block + old.slice(end + END.length);
  writeFileSync(path, made);
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

// Three digits are more than a run on a busy machine can tell.
function ms(time) {
  return time >= 100 ? Math.round(time).toLocaleString('en') : time.toPrecision(2);
}

function times(ratio) {
  return ratio >= 100 ? Math.round(ratio).toLocaleString('en') : ratio.toPrecision(2);
}
