import type { TaxationPack } from '@recoup/contract/statements/pack-endpoints';
import { findPacksByHash } from './verify.queries.ts';

export type PartState = 'unchanged' | 'differs' | 'missing' | 'added';
export type CheckedPart = { name: string; sha256: string; state: PartState };

/** A file that is a taxation pack, or a part of one. */
export type PackVerification = {
  name: string;
  sha256: string;
  /** Undefined where no pack has the file or one of its parts. */
  pack: TaxationPack | undefined;
  /** The name that the unchanged file has in the pack; null for its ZIP. */
  unchanged?: string | null;
  /** Parts of a ZIP that differ. */
  parts: readonly CheckedPart[];
};

const partName = /^(?:schedule|bundle|calls|certificate)(?: ?\(\d+\))?\.(?:pdf|xlsx|csv|json)$/i;

/** Undefined for another file than a pack or a part of one. */
export async function verifyPack(
  { name }: File,
  { bytes, sha256 }: { bytes: ArrayBuffer; sha256: string },
): Promise<PackVerification | undefined> {
  const found = { name, sha256, parts: [] };
  const [pack] = await findPacksByHash(sha256);
  if (pack) {
    const part = pack.parts.find((each) => each.sha256 === sha256);
    return { ...found, pack, unchanged: part?.name ?? null };
  }
  const files = readZip(bytes);
  const isPack = files?.some((file) => file.name === 'certificate.json') === true;
  if (files && isPack) return { ...found, ...(await compareParts(files)) };
  return partName.test(name) ? { ...found, pack: undefined } : undefined;
}

async function compareParts(files: readonly ZipFile[]) {
  const hashes = new Map<string, string>();
  for (const { name, content } of files) hashes.set(name, await partHash(content));
  const pack = await findPackWith(hashes);
  const known = new Map(pack?.parts.map((part) => [part.name, part.sha256]));
  const parts = [...hashes].map(([name, sha256]): CheckedPart => {
    const expected = known.get(name);
    if (expected === undefined) return { name, sha256, state: 'added' };
    return { name, sha256, state: expected === sha256 ? 'unchanged' : 'differs' };
  });
  const missing = [...known]
    .filter(([name]) => !hashes.has(name))
    .map(([name, sha256]): CheckedPart => ({ name, sha256, state: 'missing' }));
  return { pack, parts: [...parts, ...missing] };
}

/** Empty for a part that cannot be unpacked. */
async function partHash(content: () => Promise<ArrayBuffer>): Promise<string> {
  try {
    return await sha256Hex(await content());
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}

/** By its certificate, or else by the first part that is unchanged. */
async function findPackWith(
  hashes: ReadonlyMap<string, string>,
): Promise<TaxationPack | undefined> {
  const first = hashes.get('certificate.json');
  const all = [...(first === undefined ? [] : [first]), ...hashes.values()];
  for (const hash of all.filter((each) => each !== '')) {
    const [pack] = await findPacksByHash(hash);
    if (pack) return pack;
  }
  return undefined;
}

/** `tone` is that of the alert. */
export function packSummary({ pack, unchanged, parts, name }: PackVerification): {
  tone: 'success' | 'error';
  text: string;
} {
  if (pack === undefined)
    return { tone: 'error', text: `No taxation pack has this hash: ${name} differs.` };
  const of = `the taxation pack of ${pack.matter.number}`;
  if (unchanged === null) return { tone: 'success', text: `Unchanged: this is ${of}.` };
  if (unchanged !== undefined)
    return { tone: 'success', text: `Unchanged: this is ${unchanged} of ${of}.` };
  const wrong = parts.filter(({ state }) => state !== 'unchanged').map((part) => part.name);
  if (wrong.length === 0)
    return { tone: 'error', text: `The parts are those of ${of}; the ZIP around them differs.` };
  const what = wrong.length === 1 ? 'differs' : 'differ';
  return { tone: 'error', text: `This is not ${of} as it was made: ${wrong.join(', ')} ${what}.` };
}

type ZipFile = { name: string; content: () => Promise<ArrayBuffer> };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endBytes = 22;
/** A pack has seven. */
const mostFiles = 100;

/** The files of a ZIP by its directory; undefined for another file. */
function readZip(bytes: ArrayBuffer): ZipFile[] | undefined {
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

/** In hex. Throws an Error without https. */
export async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  if (!('subtle' in crypto))
    throw new Error('The browser computes a hash only over https. Open this page by https.');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
