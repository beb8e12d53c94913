import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fileTypes } from '@recoup/contract/exports/files';
import { readSheet } from 'read-excel-file/node';
import { packageRoot } from '../src/platform/core/package-root.ts';

/** `sha256` of the bytes of a CSV, and of the cells of an XLSX. */
export type EarlierFile = { path: string; accept: string; sha256: string };
type SignIn = { email: string; password: string };

/** What was in the database of an earlier version (`make-upgrade-fixture.ts`). */
export type UpgradeFixture = {
  at: string;
  /** Those who could sign in. */
  people: SignIn[];
  admin: SignIn;
  attorney: SignIn;
  /** A call as the attorney recorded it, with its price. */
  entry: {
    matter: string;
    disbursementType: string;
    date: string;
    minutes: number;
    narration: string;
    amount?: number;
  };
  /** Of all entries of the firm, in Rand. */
  total: number;
  files: EarlierFile[];
  /** Rows by table. */
  counts: Record<string, number>;
};

const folder = join(packageRoot, 'test/upgrades');

/** The last migrations of the earlier versions. */
export const earlierVersions = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, 4))
  .toSorted();

export function readFixture(version: string): { fixture: UpgradeFixture; dump: string } {
  const file = join(folder, version);
  return {
    fixture: JSON.parse(readFileSync(`${file}.json`, 'utf8')) as UpgradeFixture, // written as one
    dump: gunzipSync(readFileSync(`${file}.sql.gz`)).toString(),
  };
}

export async function hashOfFile(accept: string, bytes: Buffer): Promise<string> {
  const content = accept === fileTypes.xlsx ? JSON.stringify(await readSheet(bytes)) : bytes;
  return createHash('sha256').update(content).digest('hex');
}
