// The files of an archive without compression, by their paths; by another reader than the page's writer.
import { crc32 } from './bodies';

export function unzip(archive: Buffer): Record<string, string> {
  const end = archive.length - 22;
  expectSignature(archive, end, 0x06054b50);
  const files: Record<string, string> = {};
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    expectSignature(archive, entry, 0x02014b50);
    if (archive.readUInt16LE(entry + 10) !== 0) throw new Error('the file is compressed');
    const [sum, size] = [archive.readUInt32LE(entry + 16), archive.readUInt32LE(entry + 24)];
    const [name, rest] = [archive.readUInt16LE(entry + 28), archive.readUInt32LE(entry + 30)];
    if (rest !== 0) throw new Error('the entry has more than a name');
    const path = archive.toString('utf8', entry + 46, entry + 46 + name);
    const local = archive.readUInt32LE(entry + 42);
    expectSignature(archive, local, 0x04034b50);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + size);
    if (crc32(bytes) !== sum) throw new Error(`the checksum of ${path} is wrong`);
    files[path] = bytes.toString('utf8');
    entry += 46 + name;
  }
  return files;
}

function expectSignature(archive: Buffer, at: number, signature: number): void {
  if (archive.readUInt32LE(at) !== signature) throw new Error(`no signature at ${at}`);
}
