// `npm run db:reset`: deletes the embedded database of the data folder, and nothing else there.
// Confirms first, unless --yes.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { runCommand } from './setup.mjs';

await runCommand(async (words) => {
  const { readConfig } = await import('../apps/server/dist/startup/config.js');
  const { stopOrphans, lockDataDir } = await import(
    '../apps/server/dist/embedded-postgres/data-dir-lock.js'
  );
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl)
    throw new Error('DATABASE_URL is set: this command deletes only the embedded database.');
  const database = path.join(dataDir, 'postgresql-18');
  if (!existsSync(database)) return `There is no database in ${dataDir}; nothing was deleted.`;
  if (!words.includes('--yes') && !(await isConfirmed(database))) return 'Nothing was deleted.';
  const unlock = await lockDataDir(dataDir);
  await stopOrphans(database);
  rmSync(database, { recursive: true, force: true });
  unlock();
  return `Deleted ${database}. The next start makes a new one.`;
});

async function isConfirmed(database) {
  const what = `${database} with all firms, entries and exports in it`;
  if (!process.stdin.isTTY)
    throw new Error(
      `This deletes ${what}. Without a terminal to ask, run: npm run db:reset -- --yes`,
    );
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await new Promise((resolve) => {
    // Ctrl C and Ctrl D close it without an answer.
    ask.once('close', () => resolve('')).question(`Delete ${what}? Type yes: `, resolve);
  });
  ask.close();
  return answer.trim() === 'yes';
}
