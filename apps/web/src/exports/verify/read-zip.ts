type ZipFile = { name: string; content: () => Promise<ArrayBuffer> };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endBytes = 22;
/** A pack has seven. */
const mostFiles = 100;

/** The files of a ZIP by its directory; undefined for another file. */
export function readZip(bytes: ArrayBuffer): ZipFile[] | undefined {
  const view = new DataView(bytes);
  const end = bytes.byteLength - endBytes;
  if (end < 0 || view.getUint32(end, true) !== endMark) return undefined;
  const count = view.getUint16(end + 10, true);
  const files: ZipFile[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = Math.min(count, mostFiles); left > 0; left -= 1) {
    if (at + 46 > end || view.getUint32(at, true) !== entryMark) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const more = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const [packed, offset] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
    const name = new TextDecoder().decode(new Uint8Array(bytes, at + 46, nameLength));
    files.push({ name, content: async () => unpack(bytes, { view, offset, packed }) });
    at += 46 + nameLength + more;
  }
  return files;
}

async function unpack(
  bytes: ArrayBuffer,
  { view, offset, packed }: { view: DataView; offset: number; packed: number },
): Promise<ArrayBuffer> {
  const names = view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const start = offset + 30 + names;
  const content = new Blob([new Uint8Array(bytes, start, packed)]);
  const stream = content.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).arrayBuffer();
}
