import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { createDatabase, startTestDatabase } from '../../apps/server/test/database.ts';
import { storeRows } from '../../apps/server/test/stored-rows.ts';
import { demoDatabase, newDataDir, settingsFor, startDemo } from './demo.ts';
import { type Recoup, startRecoup } from './recoup.ts';

/** A product that serves all files of a worker; `restoreRows` before each of them. */
type WorkerProduct = Recoup & { databaseUrl: string };

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    /** One for each worker. */
    products: WorkerProduct[];
  }
}

/** One PostgreSQL with the demo as a template, and one product for each worker. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestDatabase();
  const products: Awaited<ReturnType<typeof startDemo>>[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(products.map((product) => product.stop()));
    await server.stop();
  };
  try {
    await createDemo(server.url);
    const starts = Array.from({ length: project.vitest.config.maxWorkers }, () =>
      startDemo({ databaseUrl: server.url }),
    );
    for (const start of await Promise.allSettled(starts))
      if (start.status === 'fulfilled') products.push(start.value);
    await Promise.all(starts);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('databaseUrl', server.url);
  project.provide(
    'products',
    products.map(({ url, dataDir, databaseUrl, settings }) => ({
      url,
      dataDir,
      databaseUrl,
      settings,
    })),
  );
  return stop;
}

/** The very first start, which fills the database with the demo. */
async function createDemo(serverUrl: string): Promise<void> {
  const url = await createDatabase(serverUrl, demoDatabase);
  const dataDir = await newDataDir();
  const first = await startRecoup({ dataDir, settings: settingsFor(url) });
  await first.end();
  await rm(dataDir, { recursive: true, force: true });
  await storeRows(url);
}
