// `npm run restore -- FILE`: fills an empty database from a backup; `-- --check FILE` only reads
// the file.
import { resolveFiles, runCommand } from './setup.mjs';

await runCommand(async (words) => {
  const { runRestoreCommand } = await import('../apps/server/dist/commands/backup-command.js');
  return runRestoreCommand(resolveFiles(words));
});
