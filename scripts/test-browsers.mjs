// `npm run test:browsers`: the same steps in Chromium, Firefox and WebKit as Debian has them, over
// WebDriver. With names behind it (`-- firefox`) only in those, and with `--pictures FOLDER` every
// page as a picture of each engine. Not part of `npm test`.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, fail, requireNode, root } from './setup.mjs';

/** What an engine needs, and the package of Debian that has it. */
const engines = {
  chromium: { chromium: 'chromium', chromedriver: 'chromium-driver' },
  firefox: { 'firefox-esr': 'firefox-esr' },
  webkit: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
};
const { values, positionals } = parseArgs({
  options: { pictures: { type: 'string' } },
  allowPositionals: true,
});
const names = Object.keys(engines);
const chosen = positionals.filter((word) => names.includes(word));
const files = positionals.filter((word) => !names.includes(word));

requireNode();
await ensureInstalled()
  .then(() => requirePrograms(chosen.length === 0 ? names : chosen))
  .then(ensureBuilt)
  .then(runTests)
  .catch(fail);

function requirePrograms(wanted) {
  const needed = wanted.flatMap((name) => Object.entries(engines[name]));
  const missing = needed.filter(([program]) => !isInstalled(program));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(([, name]) => name))];
  throw new Error(
    `These programs are missing: ${missing.map(([program]) => program).join(', ')}. On Debian:
  sudo apt-get update && \\
  sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
  );
}

function isInstalled(program) {
  return spawnSync('which', [program]).status === 0;
}

function runTests() {
  const words = chosen.length === 0 ? [] : ['-t', `^(?:${chosen.join('|')}) `];
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'browsers',
      ...words,
      ...files,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        // Node 20 has a WebSocket only with this flag.
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-websocket`,
        ...(values.pictures && { BROWSER_PICTURES: path.resolve(values.pictures) }),
      },
    },
  );
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}
