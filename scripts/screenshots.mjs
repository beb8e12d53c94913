// `npm run screenshots [-- FOLDER]`: every page and dialog of the built product with its demo as a
// picture, in four sizes and both themes (`e2e/pictures.ts`). `npm run screenshots -- --docs` takes
// the few that the documents show.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowsers } from './browser.mjs';
import { docsPictures } from './docs-pictures.mjs';
import { cache, ensureBuilt, ensureInstalled, fail, requireNode, root } from './setup.mjs';

const { values, positionals } = parseArgs({
  options: { docs: { type: 'boolean', default: false } },
  allowPositionals: true,
});

requireNode();
await ensureInstalled()
  .then(ensureBuilt)
  .then(() =>
    values.docs
      ? takeForDocs()
      : takeAll(path.resolve(positionals[0] ?? path.join(cache, 'screenshots'))),
  )
  .catch(fail);

async function takeAll(folder) {
  const { browser, shell } = await findBrowsers();
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [program, 'run', '--project', 'pictures'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: browser, CHROMIUM_SHELL: shell, PICTURES_TO: folder },
  });
  process.exitCode = status ?? 1;
  console.log(`The pictures are in ${folder}`);
}

async function takeForDocs() {
  const folder = path.join(root, 'docs/screenshots');
  mkdirSync(folder, { recursive: true });
  await withProduct(async ({ browser, url, people }) => {
    for (const { name, as, at, act, width, height, colorScheme } of docsPictures) {
      const page = await signedIn(browser, { url, person: people[as], width });
      await page.emulateMedia({ colorScheme: colorScheme ?? 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await page.goto(url + at);
      await settled(page);
      await act?.(page);
      await settled(page);
      await keepSmall(await page.screenshot(), path.join(folder, `${name}.png`));
      await page.context().close();
    }
  });
}

/** A screen has few colours, and each clone of the project fetches its pictures. */
async function keepSmall(picture, file) {
  const ofServer = createRequire(path.join(root, 'apps/server/package.json'));
  await ofServer('sharp')(picture)
    .png({ palette: true, colours: 48, dither: 0, effort: 10, compressionLevel: 9 })
    .toFile(file);
}

/**
 * A browser and the product on a data folder of its own; both are gone afterwards, also after an
 * error.
 */
async function withProduct(work) {
  const people = await demoPeople();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recoup-screenshots-'));
  const server = startServer(dataDir, people.operator);
  const browser = await chromium.launch({
    executablePath: (await findBrowsers()).browser,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    await work({ browser, people, url: await server.url });
  } finally {
    await browser.close();
    server.child.kill('SIGTERM');
    await server.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function demoPeople() {
  const { demoAttorneys, demoFirmAdmins } = await import(
    '../apps/server/dist/seeds/demo-people.js'
  );
  const operator = { email: 'operator@recoup.localhost', password: 'lantern-harbour-quiet-7' };
  return { operator, admin: demoFirmAdmins.lerato, attorney: demoAttorneys.thabo };
}

function startServer(dataDir, operator) {
  const child = spawn(process.execPath, [path.join(root, 'apps/server/dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      RECOUP_DATA_DIR: dataDir,
      RECOUP_ADMIN_EMAIL: operator.email,
      RECOUP_ADMIN_PASSWORD: operator.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      const address = /Recoup is ready at (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The server ended before it was ready:\n${output}`)));
  });
  return { child, ended, url };
}

/** A page on which the person is signed in. */
async function signedIn(browser, { url, person, width }) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    isMobile: width < 640,
    hasTouch: width < 640,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(`${url}/logon`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /^Account of / }).waitFor();
  return page;
}

/**
 * The page has its heading, and nothing is under way, for two frames: a page asks in the frame
 * after its first.
 */
async function settled(page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  // `waitForFunction` takes the promise of a function for its yes.
  await page.evaluate(async () => {
    const isBusy = () =>
      document.querySelector('[aria-busy="true"], [aria-label="Activity"] [role="progressbar"]') !==
      null;
    for (let frames = 0, quiet = 0; quiet < 3; frames += 1) {
      if (frames === 1_800) throw new Error('The page is busy still.');
      await new Promise(requestAnimationFrame);
      quiet = isBusy() ? 0 : quiet + 1;
    }
  });
}
