// `npm run restore -- FILE`: fills an empty database from a backup; `-- --check FILE` only reads the file.
import path from 'node:path';
import { ensureBuilt, ensureInstalled, fail, requireNode, root } from './setup.mjs';

requireNode();
// A file is named from where the caller stands.
const folder = process.env.INIT_CWD ?? process.cwd();
const words = process.argv.slice(2).map((word) => (word.startsWith('-') ? word : path.resolve(folder, word)));
process.chdir(root);
await ensureInstalled().then(ensureBuilt).then(run).catch(fail);

async function run() {
  const { runRestoreCommand } = await import('../apps/server/dist/platform/backup-command.js');
  console.log(await runRestoreCommand(words));
}
