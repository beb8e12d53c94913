import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipEntry = {
  name: string;
  text: Iterable<Piece> | AsyncIterable<Piece>;
  /** Its content is packed already, as pictures are: packing it again would only take time. */
  isPacked?: boolean;
};
type Piece = string | Buffer;

type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number };

/** Names in UTF-8, and sizes after the data (APPNOTE.TXT 4.4.4, bits 11 and 3). */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980: the same export gives the same bytes. */
const dosDate = 0x0021;
const version = 20;

/** Streams a ZIP file of less than 4 GB. */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const header = localHeader(name);
    const tally = { crc: 0, size: 0, packed: 0 };
    yield header;
    for await (const bytes of deflate(entry, tally)) {
      tally.packed += bytes.length;
      yield bytes;
    }
    yield headerFields([4, 0x08074b50], [4, tally.crc], [4, tally.packed], [4, tally.size]);
    written.push({ name, offset, ...tally });
    offset += header.length + tally.packed + 16;
  }
  const directory = Buffer.concat(written.map((entry) => directoryEntry(entry)));
  yield directory;
  const count = written.length;
  yield headerFields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, directory.length],
    [4, offset],
    [2, 0],
  );
}

/** Room (bytes) for the next pieces, so that they are made while others are deflated. */
const packing = { level: 3, highWaterMark: 1 << 19, chunkSize: 1 << 16 };

function deflate(
  { text, isPacked = false }: ZipEntry,
  tally: { crc: number; size: number },
): AsyncIterable<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of text) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      tally.crc = crc32(bytes, tally.crc);
      tally.size += bytes.length;
      yield bytes;
    }
  }
  const source = Readable.from(counted());
  const packer = createDeflateRaw(isPacked ? { ...packing, level: 0 } : packing);
  // An error or an early end of one side, client or database, ends the other.
  source.on('error', (error) => packer.destroy(error));
  packer.on('close', () => source.destroy());
  return source.pipe(packer);
}

function localHeader(name: Buffer): Buffer {
  const fields = headerFields(
    [4, 0x04034b50],
    [2, version],
    [2, flags],
    [2, deflated],
    [2, 0],
    [2, dosDate],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  );
  return Buffer.concat([fields, name]);
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const sizes: Field[] = [
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  ];
  return Buffer.concat([
    headerFields(
      [4, 0x02014b50],
      [2, version],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, dosDate],
      ...sizes,
    ),
    name,
  ]);
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Little-endian. */
function headerFields(...fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
