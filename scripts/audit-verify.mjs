// `npm run audit:verify`: checks the chain of hashes of the audit log, and names the first line
// that is not as it was written. Works beside the running server and without it, and with
// DATABASE_URL.
import { runCommand } from './setup.mjs';

await runCommand(async (words) => {
  const { runAuditCommand } = await import('../apps/server/dist/commands/operator-commands.js');
  return runAuditCommand(words);
});
