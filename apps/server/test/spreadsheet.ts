import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** The entries of a ZIP file by its directory, as text. */
export function unzip(bytes: Buffer): Map<string, string> {
  return new Map([...unzipFiles(bytes)].map(([name, content]) => [name, content.toString()]));
}

/** The entries of a ZIP file by its directory. */
export function unzipFiles(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const entries = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [packed, nameLength, offset] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    entries.set(name, inflateRawSync(bytes.subarray(start, start + packed)));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** The rows of a CSV, as a spreadsheet writes one. */
export function readCsv(text: string): string[][] {
  return parse(text, { relaxColumnCount: true });
}
