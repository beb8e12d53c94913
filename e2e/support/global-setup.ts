import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startRecoup } from './recoup.ts';

/** The very first start, which makes the database and the demo: once for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demoDir = await mkdtemp(path.join(tmpdir(), 'recoup-e2e-demo-'));
  const recoup = await startRecoup({ dataDir: demoDir });
  await recoup.end();
  project.provide('demoDir', demoDir);
  return () => rm(demoDir, { recursive: true, force: true });
}
