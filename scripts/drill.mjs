// Drills: `npm run drill -- kill-server --kills 100`. Each makes something go wrong on purpose,
// compares what was promised with what is there, and ends with 1 where they differ. `npm run drill`
// alone lists them with their options.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, fail, requireNode, root } from './setup.mjs';

requireNode();
await ensureInstalled().catch(fail);
await ensureBuilt().catch(fail);
const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs');
const child = spawn(
  process.execPath,
  [tsx, '--conditions=source', path.join(root, 'fault-injection/run.ts'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    cwd: root,
  },
);
child.once('exit', (code) => (process.exitCode = code ?? 1));
