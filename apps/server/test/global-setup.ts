import type { TestProject } from 'vitest/node';
import { startTestDatabase } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestDatabase();
  project.provide('databaseUrl', server.url);
  return server.stop;
}
