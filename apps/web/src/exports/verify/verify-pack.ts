import type { TaxationPack } from '@recoup/contract/statements/pack-endpoints';
import { readZip } from './read-zip.ts';
import { sha256Hex } from './sha256.ts';
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
  /** Of a ZIP that differs. */
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

type ZipFile = NonNullable<ReturnType<typeof readZip>>[number];

async function compareParts(files: readonly ZipFile[]) {
  const hashes = new Map<string, string>();
  for (const { name, content } of files) hashes.set(name, await partHash(content));
  const pack = await findPackOf(hashes);
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
async function findPackOf(hashes: ReadonlyMap<string, string>): Promise<TaxationPack | undefined> {
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
