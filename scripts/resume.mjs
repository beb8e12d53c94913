// `npm run resume [-- --yes]`: shows what a held installation would send, and ends the hold of a
// restore. Works beside the running server and without it, and with DATABASE_URL.
import { runCommand } from './setup.mjs';

await runCommand(async (words) => {
  const { runResumeCommand } = await import('../apps/server/dist/commands/resume-command.js');
  return runResumeCommand(words, new Date());
});
