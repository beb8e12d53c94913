// `npm run user -- VERB EMAIL`: what no form offers. Works beside the running server and without
// it, and with DATABASE_URL.
import { runCommand } from './setup.mjs';

await runCommand(async (words) => {
  const { runUserCommand } = await import('../apps/server/dist/commands/operator-commands.js');
  return runUserCommand(words);
});
