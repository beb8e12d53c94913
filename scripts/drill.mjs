// Drills: `npm run drill -- kill-server --kills 100`. Each makes something go wrong on purpose,
// compares what was promised with what is there, and ends with 1 where they differ. `npm run drill`
// alone lists them with their options.
import { ensureBuilt, ensureInstalled, fail, requireNode, runSource } from './setup.mjs';

requireNode();
await ensureInstalled().catch(fail);
await ensureBuilt().catch(fail);
await runSource('fault-injection/run.ts', process.argv.slice(2));
