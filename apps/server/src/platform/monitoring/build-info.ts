import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageRoot } from '../core/package-root.ts';

const root = resolve(packageRoot, '../..');

/** The version of the product, and the commit of a clone or a release; else `unknown`. */
export function readBuildInfo(folder = root): { version: string; commit: string } {
  const text = read(folder, 'package.json') ?? '{}';
  const { version = 'unknown' } = JSON.parse(text) as { version?: string }; // the file is ours
  return { version, commit: readCommit(folder) ?? 'unknown' };
}

/** Without Git itself, which a server may not have. */
function readCommit(folder: string): string | undefined {
  const head = read(folder, '.git/HEAD') ?? read(folder, 'COMMIT');
  const ref = /^ref: (\S+)/.exec(head ?? '')?.[1];
  if (ref === undefined) return hash(head);
  const packed = read(folder, '.git/packed-refs')?.split('\n') ?? [];
  return hash(read(folder, join('.git', ref)) ?? packed.find((line) => line.endsWith(` ${ref}`)));
}

function hash(line: string | undefined): string | undefined {
  return /^[\da-f]{40}/.exec(line ?? '')?.[0];
}

function read(folder: string, path: string): string | undefined {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch {
    return undefined; // no such file
  }
}
