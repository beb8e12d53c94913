import type { TestProject } from 'vitest/node';
import { startTestDatabase } from './database.ts';
import { listFirmTables } from './firm-conditions/firm-tables.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    firmTables: string[];
  }
}

/** One PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Counts of the rows of one file would plan the queries of the next one.
  const server = await startTestDatabase({ autovacuum: 'off' });
  project.provide('databaseUrl', server.url);
  project.provide('firmTables', await listFirmTables(server.url));
  return async () => server.stop();
}
