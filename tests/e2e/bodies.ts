// Bodies to try things with, and their hashes by other code than the page's.
import { createHash } from 'node:crypto';

export function sha256(body: string | Buffer): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}

// JSON of exactly this many bytes and without an id, so that its hash is its key.
export function withoutId(bytes: number, name = 'text'): string {
  const [start, end] = [`{"total":129900,"${name}":"`, '"}'];
  return start + 'x'.repeat(bytes - start.length - end.length) + end;
}
