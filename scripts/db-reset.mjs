// `npm run db:reset`: deletes the embedded database of the data folder, and nothing else there. Asks first, unless --yes.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ensureBuilt, ensureInstalled, fail, requireNode, root } from './setup.mjs';

requireNode();
process.chdir(root);
await ensureInstalled().then(ensureBuilt).then(reset).catch(fail);

async function reset() {
  const { readConfig } = await import('../apps/server/dist/platform/config.js');
  const { endLeftovers, lockFolder } = await import('../apps/server/dist/platform/embedded-postgres-lock.js');
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl) throw new Error('DATABASE_URL is set: this command deletes only the embedded database.');
  const database = path.join(dataDir, 'postgresql-18');
  if (!(await isWanted(database))) return console.log('Nothing was deleted.');
  const unlock = await lockFolder(dataDir);
  await endLeftovers(database);
  rmSync(database, { recursive: true, force: true });
  unlock();
  console.log(`Deleted ${database}. The next start makes a new one.`);
}

async function isWanted(database) {
  if (process.argv.includes('--yes')) return true;
  if (!process.stdin.isTTY) throw new Error(`This deletes ${database} with all firms, entries and exports in it. Say --yes to do it.`);
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await ask.question(`Delete ${database} with all firms, entries and exports in it? Type yes: `);
  ask.close();
  return answer.trim() === 'yes';
}
