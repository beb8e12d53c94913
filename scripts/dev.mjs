// `npm run dev`: the server, started again at each change, and Vite's development server for the
// page in front of it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, fail, requireNode, root } from './setup.mjs';

requireNode();
await ensureInstalled().catch(fail);
const children = [
  start('tsx/dist/cli.mjs', ['watch', '--conditions=source', 'apps/server/src/main.ts'], root),
  start('vite/bin/vite.js', [], path.join(root, 'apps/web')),
];
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));

function start(program, args, cwd) {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd,
    stdio: 'inherit',
  });
  child.once('exit', () => end('SIGTERM'));
  return child;
}

/** Both or none: the one without the other only looks as if it worked. */
function end(signal) {
  for (const child of children) if (child.exitCode === null) child.kill(signal);
}
