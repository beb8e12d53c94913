import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { downloadExport } from '../exports.queries.ts';
import { fileChoices } from '../file-choices.ts';
import { attorneyTypePairs, checkLines, type LinesCheck } from './check-lines.ts';
import {
  type Difference,
  differencesBetween,
  madeAgainKind,
  nearestExport,
  numberIn,
} from './nearest-export.ts';
import { type ExportCsv, readExportCsv } from './read-export-file.ts';
import { type PackVerification, sha256Hex, verifyPack } from './verify-pack.ts';
import { findExportsByHash, findSchedules, listLatestExports } from './verify.queries.ts';

/** The ledger's export of a file that is unchanged, or the nearest one of a file that is not. */
export type Verification = {
  name: string;
  sha256: string;
  exported: ExportRecord | undefined;
  /** By the hash of the ledger, of a mail, or of the file made again. */
  unchangedBy: 'ledger' | 'mail' | 'again' | undefined;
  /** Undefined for a file whose lines are not read, as XLSX, PDF and posting files. */
  check: LinesCheck | undefined;
  differences: readonly Difference[];
  /** How many lines differ. */
  differingLines: number;
};

/** Files of an export, or of a taxation pack and its parts. */
export type Verified = { export: Verification } | { pack: PackVerification };

const maxDifferences = 50;

/** Nothing of the file leaves the device. Throws `ApiError`, and an Error without https. */
export async function verifyFile(file: File): Promise<Verified> {
  const bytes = await file.arrayBuffer();
  const sha256 = await sha256Hex(bytes);
  const pack = await verifyPack(file, { bytes, sha256 });
  if (pack) return { pack };
  return { export: await verifyExport(file, { bytes, sha256 }) };
}

type Read = { bytes: ArrayBuffer; sha256: string };

async function verifyExport(file: File, { bytes, sha256 }: Read): Promise<Verification> {
  const csv = await readCsv(file, bytes);
  const [exported] = await findExportsByHash(sha256);
  const check = csv && (await checkLines(csv, await findSchedules(attorneyTypePairs(csv))));
  const known = { name: file.name, sha256, check, differences: [], differingLines: 0 };
  if (exported) {
    const unchangedBy = exported.sha256 === sha256 ? 'ledger' : 'mail';
    return { ...known, exported, unchangedBy };
  }
  return compareWithNearest(file, { known, csv });
}

type Known = Omit<Verification, 'exported' | 'unchangedBy'>;

async function compareWithNearest(
  { name }: File,
  { known, csv }: { known: Known; csv: ExportCsv | undefined },
): Promise<Verification> {
  const nearest = await findNearest(name, known.check);
  if (nearest === undefined) return { ...known, exported: undefined, unchangedBy: undefined };
  const isMadeAgain = await isSameMadeAgain(nearest, { name, sha256: known.sha256 });
  if (isMadeAgain) return { ...known, exported: nearest, unchangedBy: 'again' };
  const changed = { ...known, exported: nearest, unchangedBy: undefined };
  const found = csv && (await differencesFrom(nearest, csv));
  if (found === undefined) return changed;
  return { ...changed, differences: found.differences, differingLines: found.lines };
}

/** Undefined for a file that names no export and has no lines to compare. */
async function findNearest(name: string, check: LinesCheck | undefined) {
  if (check === undefined && numberIn(name) === undefined) return undefined;
  const { rows, cents } = check ?? { rows: 0, cents: 0n };
  return nearestExport(await listLatestExports(), { name, rows, cents });
}

/** PDF and files for spreadsheets have no hash in the ledger; they come out the same each time. */
async function isSameMadeAgain(
  { _id }: ExportRecord,
  { name, sha256 }: { name: string; sha256: string },
): Promise<boolean> {
  const made = madeAgainKind(name) ?? 'people';
  for (const choice of fileChoices.filter(({ value }) => value === made)) {
    const { content } = await downloadExport(_id, choice);
    if ((await sha256Hex(await content.arrayBuffer())) === sha256) return true;
  }
  return false;
}

async function differencesFrom({ _id }: ExportRecord, csv: ExportCsv) {
  const { content } = await downloadExport(_id, fileChoices[0]);
  const sent = await readExportCsv(await content.text());
  return sent && differencesBetween(sent, csv, maxDifferences);
}

async function readCsv({ name }: File, bytes: ArrayBuffer): Promise<ExportCsv | undefined> {
  if (madeAgainKind(name) !== undefined) return undefined;
  // The mark at the beginning stays: it is of the file.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return readExportCsv(text);
}
