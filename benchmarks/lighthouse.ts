/**
 * Lighthouse (mobile, its defaults) on the sign-in page, the attorneys list and the phone's page:
 * `npm run bench -- lighthouse`. A signed-in page gets its session before it is loaded.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { role } from '@recoup/contract/core/access';
import { demoAttorneys, demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';
import { logonAt } from '../e2e/support/browser.ts';
import { startRecoup, stopProcess } from './support/measure.ts';

const version = '13.5.0';
const goal = 95;
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Runs beside the installed Lighthouse; its arguments are one JSON text. */
const program = `import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
const { chromium, pages } = JSON.parse(process.argv[2]);
for (const { name, url, session } of pages) {
  const browser = await puppeteer.launch({
    executablePath: chromium, headless: true, args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  await page.evaluateOnNewDocument((held) => {
    for (const [key, value] of Object.entries(held)) sessionStorage.setItem(key, value);
  }, session);
  const { lhr } = await lighthouse(url, { disableStorageReset: true }, undefined, page);
  const scores = Object.values(lhr.categories)
    .map(({ id, score }) => [id, Math.round(score * 100)]);
  const open = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight, id }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
    .map(({ id }) => id + ' ' + (lhr.audits[id].displayValue ?? ''));
  console.log(JSON.stringify({ name, scores, open }));
  await browser.close();
}
`;

const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
const recoup = await startRecoup({ RECOUP_DATA_DIR: dataDir });
const url = recoup.said;
const sessionOf = async (as: { email: string; password: string }, own: number) => ({
  token: await logonAt(url, as),
  role: String(own),
});
const pages = [
  { name: 'sign-in page', url: `${url}/logon`, session: {} },
  {
    name: 'attorneys list',
    url: `${url}/home/attorneys/attorney-list`,
    session: await sessionOf(demoFirmAdmins.lerato, role.attorneyAdmin),
  },
  {
    name: 'page of the phone',
    url: `${url}/home/entries`,
    session: await sessionOf(demoAttorneys.thabo, role.attorney),
  },
];
const folder = await install();
const run = spawnSync(
  process.execPath,
  [path.join(folder, 'run.mjs'), JSON.stringify({ chromium, pages })],
  { encoding: 'utf8', timeout: 600_000 },
);
await stopProcess(recoup.child);
await rm(dataDir, { recursive: true, force: true });
if (run.status !== 0) throw new Error(run.stderr);
for (const line of run.stdout.trim().split('\n')) print(line);

async function install(): Promise<string> {
  const at = path.join(tmpdir(), 'recoup-bench-products', `lighthouse-${version}`);
  await mkdir(at, { recursive: true });
  const dependencies = { lighthouse: version, 'puppeteer-core': '25.9.0' };
  const project = { name: 'trial', version: '0.0.0', private: true, type: 'module', dependencies };
  await writeFile(path.join(at, 'package.json'), JSON.stringify(project));
  await writeFile(path.join(at, 'run.mjs'), program);
  if (!existsSync(path.join(at, 'node_modules/.package-lock.json'))) {
    console.log(`Installing Lighthouse ${version} into ${at} ...`);
    // Its browser driver wants a newer Node than ours, and runs on this one.
    const npm = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
    const installed = spawnSync('npm', npm, { cwd: at, encoding: 'utf8' });
    if (installed.status !== 0) throw new Error(`npm install failed:\n${installed.stderr}`);
  }
  return at;
}

function print(line: string): void {
  const { name, scores, open } = JSON.parse(line) as {
    name: string;
    scores: [string, number][];
    open: string[];
  }; // by the program above
  const text = scores.map(([id, score]) => `${id} ${score}`).join(', ');
  console.log(`${name.padEnd(18)} ${text}${open.length > 0 ? `; open: ${open.join('; ')}` : ''}`);
  if (scores.some(([, score]) => score < goal)) process.exitCode = 1;
}
