// `npm run user -- block|unblock|sign-out EMAIL`: what no form offers. Works beside the running server and without it, and with DATABASE_URL.
import { ensureBuilt, ensureInstalled, fail, requireNode, root } from './setup.mjs';

requireNode();
process.chdir(root);
await ensureInstalled().then(ensureBuilt).then(run).catch(fail);

async function run() {
  const { runUserCommand } = await import('../apps/server/dist/account/user-command.js');
  console.log(await runUserCommand(process.argv.slice(2)));
}
