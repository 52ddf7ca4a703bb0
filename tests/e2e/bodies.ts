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

// CRC-32 with a table; the page counts bit by bit.
export function crc32(bytes: Buffer): number {
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
