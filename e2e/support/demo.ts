import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { copyDatabase } from '../../apps/server/test/database.ts';
import { type StartedRecoup, startRecoup } from './recoup.ts';

/** The database with the demo, of which each product has a copy. */
export const demoDatabase = 'demo';

/** A product of its own with the demo, for tests that need settings or that stop it. */
export async function startDemo({
  databaseUrl = inject('databaseUrl'),
  ...options
}: {
  databaseUrl?: string;
  port?: number;
  settings?: Readonly<Record<string, string>>;
} = {}): Promise<StartedRecoup & { databaseUrl: string }> {
  const database = await copyDatabase(databaseUrl, demoDatabase);
  const recoup = await startRecoup({
    ...options,
    dataDir: await newDataDir(),
    settings: { ...settingsFor(database.url), ...options.settings },
  });
  return {
    ...recoup,
    databaseUrl: database.url,
    async stop() {
      await recoup.stop();
      await database.drop();
    },
  };
}

export function newDataDir(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'recoup-e2e-'));
}

/** The settings of a product on the database of the tests. */
export function settingsFor(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl.replace('@/', '@localhost/'),
    RECOUP_DEMO: '1',
    RECOUP_SECRET_KEY: 'a-key-of-the-browser-tests-and-no-other',
  };
}
