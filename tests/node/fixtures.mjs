// The vectors of tests/fixtures/keys/; README.md there describes the format.
import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../fixtures/keys/', import.meta.url);

// Every case of the generic rule that a Code node can get: those with a refused scope never
// leave Rust, and other rules have no JavaScript yet.
export function genericCases() {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json') && file !== 'parts.json');
  return files.sort().flatMap((file) =>
    JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
      .cases.filter(({ findings }) => !findings.includes('scope-invalid'))
      .map((testCase) => ({ ...testCase, file, bytes: bodyOf(testCase) })),
  );
}

// The content type among a case's headers.
export function contentType({ headers = [] }) {
  return headers.find(([name]) => name === 'Content-Type')?.[1];
}

function bodyOf({ body, body_base64, body_repeat }) {
  if (body_base64 !== undefined) return Buffer.from(body_base64, 'base64');
  if (body_repeat === undefined) return Buffer.from(body);
  return Buffer.from(body_repeat.map(([text, count]) => text.repeat(count)).join(''));
}
