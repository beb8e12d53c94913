/**
 * Lighthouse (mobile, its defaults) on ten pages of several roles: `npm run bench -- lighthouse`.
 * A signed-in page gets its session before it is loaded. Each page is visited three times, or as
 * `--rounds=5` says, and judged by the medians. `--only=fees` visits the pages whose address
 * contains the word. Lighthouse multiplies each time of the processor by four, which is meant for a
 * machine with an index of 1,500 to 2,000; a slower one, or one that is shared, has lower scores.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoAttorneys, demoFirmAdmins, demoOffice } from '../apps/server/src/seeds/demo-people.ts';
import { systemAdmin } from '../e2e/support/recoup.ts';
import { median, option, startRecoup, stopProcess } from './support/measure.ts';
import { sessionFor } from './support/tab-session.ts';

const version = '13.5.0';
const goal = 95;
/** Lighthouse itself fails sometimes, and then has no score for a category. */
const visitsAtMost = 3;
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Runs beside the installed Lighthouse; its arguments are one JSON text. */
const program = `import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
const { chromium, pages, rounds, visitsAtMost } = JSON.parse(process.argv[2]);
const all = Array.from({ length: rounds }, () => pages).flat();
for (const { name, url, session } of all) {
  let lhr = await visit(url, session);
  for (let time = 1; time < visitsAtMost && !isWhole(lhr); time += 1) {
    console.error(name + ' has no score, visited again: ' + faults(lhr));
    lhr = await visit(url, session);
  }
  const scores = Object.values(lhr.categories)
    .map(({ id, score }) => [id, Math.round(score * 100)]);
  const open = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight, id }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
    .map(({ id }) => id + ' ' + (lhr.audits[id].displayValue ?? ''));
  const index = lhr.environment.benchmarkIndex;
  console.log(JSON.stringify({ name, scores, open, index }));
}

async function visit(url, session) {
  const browser = await puppeteer.launch({
    executablePath: chromium, headless: true, args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  await page.evaluateOnNewDocument((held) => {
    for (const [key, value] of Object.entries(held)) sessionStorage.setItem(key, value);
  }, session);
  const { lhr } = await lighthouse(url, { disableStorageReset: true }, undefined, page);
  await browser.close();
  return lhr;
}

function isWhole(lhr) {
  return Object.values(lhr.categories).every(({ score }) => score !== null);
}

/** Why a visit has no score: messages of the run and of its audits. */
function faults(lhr) {
  const counted = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight }) => weight > 0).map(({ id }) => lhr.audits[id].errorMessage);
  return [...new Set([lhr.runtimeError?.message, ...counted])].filter(Boolean).join(', ');
}
`;

const only = option('only', '');
const rounds = Number(option('rounds', '3'));
const visits = [
  { address: '/logon' },
  { address: '/home/attorneys/attorney-list', as: demoFirmAdmins.lerato },
  { address: '/home/attorneys/overview', as: demoFirmAdmins.anneke },
  { address: '/home/attorneys/fees', as: demoFirmAdmins.lerato },
  { address: '/home/attorneys/month-end', as: demoFirmAdmins.lerato },
  { address: '/home/attorneys/entries', as: demoOffice.gillian },
  { address: '/home/attorneys/matters', as: demoOffice.gillian },
  { address: '/home/entries', as: demoAttorneys.thabo },
  { address: '/home/entries/calls', as: demoAttorneys.devan },
  { address: '/home/firms', as: systemAdmin },
].filter(({ address }) => address.includes(only));

const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
const recoup = await startRecoup({
  RECOUP_DATA_DIR: dataDir,
  RECOUP_ADMIN_EMAIL: systemAdmin.email,
  RECOUP_ADMIN_PASSWORD: systemAdmin.password,
});
const url = recoup.said;
const pages = await Promise.all(
  visits.map(async ({ address, as }) => ({
    name: address,
    url: url + address,
    session: as ? await sessionFor(url, as) : {},
  })),
);
const folder = await install();
const run = spawnSync(
  process.execPath,
  [path.join(folder, 'run.mjs'), JSON.stringify({ chromium, pages, rounds, visitsAtMost })],
  { encoding: 'utf8', timeout: 3_600_000, stdio: ['ignore', 'pipe', 'inherit'] },
);
await stopProcess(recoup.child);
await rm(dataDir, { recursive: true, force: true });
if (run.status !== 0) throw new Error('Lighthouse failed, see above.');
const seen = run.stdout.trim().split('\n').map(readVisit);
for (const { name } of pages) print(seen.filter((each) => each.name === name));

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

type Seen = { name: string; scores: [string, number][]; open: string[]; index: number };

function readVisit(line: string): Seen {
  return JSON.parse(line) as Seen; // by the program above
}

/** The medians of a page's visits, and what was open in the one whose performance is the median. */
function print(ofPage: readonly Seen[]): void {
  const performance = ({ scores: [first] }: Seen) => first?.[1] ?? 0;
  const ordered = ofPage.toSorted((one, other) => performance(one) - performance(other));
  const middle = ordered[Math.floor(ordered.length / 2)];
  if (!middle) throw new Error('A page has no visit.');
  const scores = middle.scores.map(([id], place): [string, number] => [
    id,
    median(ofPage.map((each) => each.scores[place]?.[1] ?? 0)),
  ]);
  const text = scores.map(([id, score]) => `${id} ${score}`).join(', ');
  const range = `performance ${ordered.map(performance).join(' ')}`;
  const indexes = `index ${ofPage.map(({ index }) => Math.round(index)).join(' ')}`;
  const open = middle.open.length > 0 ? `; open: ${middle.open.join('; ')}` : '';
  console.log(`${middle.name.padEnd(30)} ${text} (${range}; ${indexes})${open}`);
  if (scores.some(([, score]) => score < goal)) process.exitCode = 1;
}
