// `npm start`: installs and builds what is missing, then is the server (in this very process, so
// that signals reach it).
import { ensureBuilt, ensureInstalled, fail, requireNode, root } from './setup.mjs';

requireNode();
// `./data` means the one of the checkout, from wherever this is called.
process.chdir(root);
await ensureInstalled().then(ensureBuilt).catch(fail);
await import('../apps/server/dist/main.js').catch(fail);
