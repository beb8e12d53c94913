// `npm run backup [-- FILE]`: all tables in one file. Works beside the running server and without
// it, and with DATABASE_URL.
import { resolveFiles, runCommand } from './setup.mjs';

await runCommand(async (words) => {
  const { runBackupCommand } = await import('../apps/server/dist/commands/backup-command.js');
  return runBackupCommand(resolveFiles(words), new Date());
});
