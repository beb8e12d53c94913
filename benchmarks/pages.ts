/**
 * First and second visits of every page of every role, in Chromium on slow 4G with a processor
 * slowed down four times, against the list of attorneys on react-admin in the same run: `npm run
 * bench -- pages`. A first visit has an empty cache; the second one opens the address again in a
 * new tab of the same browser profile, with what the first one left in the tab's storage.
 * `--only=month-end` visits the addresses that contain the word, `--rounds=3` visits each of them
 * three times and judges by the medians.
 */
import { readFileSync } from 'node:fs';
import { demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';
import { launch } from '../e2e/support/browser.ts';
import { pageLists, publicPages } from '../e2e/support/page-list.ts';
import { systemAdmin } from '../e2e/support/recoup.ts';
import {
  median,
  option,
  startRecoup,
  startTemporaryPostgres,
  stopProcess,
} from './support/measure.ts';
import { type PageVisit, slowerProcessor, type Target, visitTwice } from './support/page-visit.ts';
import { startReactAdmin } from './support/react-admin.ts';
import { sessionFor, type TabSession } from './support/tab-session.ts';

const only = option('only', '');
const rounds = Number(option('rounds', '1'));
const ofOther = 3;
const list = '/home/attorneys/attorney-list';
const goals = { usable: 0.6, list: 0.5, second: 0.2, data: 0.7, files: 12, shift: 0.02 };

/** The addresses whose files the server names, with the files. */
const addresses: object = JSON.parse(
  readFileSync(new URL('../apps/web/dist/.vite/preloads.json', import.meta.url), 'utf8'),
);

type Route = Target & { who: string; address: string };
type Visits = { first: PageVisit[]; second: PageVisit[] };

const postgres = await startTemporaryPostgres();
const recoup = await startRecoup({
  DATABASE_URL: postgres.url,
  RECOUP_DEMO: '1',
  RECOUP_ADMIN_EMAIL: systemAdmin.email,
  RECOUP_ADMIN_PASSWORD: systemAdmin.password,
});
const reactAdmin = await startReactAdmin(recoup.said);
const browser = await launch();
const other = {
  url: `${reactAdmin.url}/#/users`,
  session: await sessionFor(recoup.said, demoFirmAdmins.lerato),
  cell: 'Blocked',
};
const routes = (await listRoutes()).filter(({ address }) => address.includes(only));
await visitTwice(browser, other); // the first one of a server is slower
const results = new Map<Route, Visits>(routes.map((route) => [route, { first: [], second: [] }]));
const others: number[] = [];
await visitAll();
await browser.close();
reactAdmin.close();
await stopProcess(recoup.child);
await postgres.stop();
const baseline = median(others);
console.log(
  `slow 4G, processor ${slowerProcessor} x slower; ${reactAdmin.name} usable after`,
  `${others.map((ms) => (ms / 1000).toFixed(2)).join(', ')} s; medians of ${rounds}`,
);
console.log('usable    rest  second  data s  files    CLS   (* is over its goal)');
const over = [...results].reduce((sum, [route, visits]) => sum + judge(route, visits), 0);
// `*` stands for all other public addresses, `/nowhere` among them.
const missing = Object.keys(addresses).filter(
  (address) => address !== '*' && !routes.some((route) => route.address.split('?')[0] === address),
);
if (only === '') console.log(`not visited: ${missing.join(', ')}`);
console.log(over === 0 ? 'met by each' : `OVER: ${over} figures`);
process.exitCode = over === 0 ? 0 : 1;

/** The other side's visits are spread over the run. */
async function visitAll(): Promise<void> {
  const all = Array.from({ length: rounds }, () => [...results]).flat();
  const share = Math.ceil(all.length / ofOther);
  for (const [index, [route, visits]] of all.entries()) {
    if (index % share === 0) others.push((await visitTwice(browser, other)).first.usableMs);
    const { first, second } = await visitTwice(browser, route);
    visits.first.push(first);
    visits.second.push(second);
  }
  while (others.length < ofOther) others.push((await visitTwice(browser, other)).first.usableMs);
}

/** Prints a route; returns how many of its figures are over their goals. */
function judge({ who, address }: Route, { first, second }: Visits): number {
  const data = first.flatMap(({ dataMs }) => dataMs ?? []);
  const middle = (visits: readonly PageVisit[], figure: 'usableMs' | 'restMs') =>
    median(visits.map((visit) => visit[figure])) / baseline;
  const shift = Math.max(...[...first, ...second].map((visit) => visit.shift));
  const usable = address === list ? goals.list : goals.usable;
  // The server alone knows what it has at an address that is no page, so it is asked each time.
  const isPage = address !== '/nowhere';
  const figures: readonly [value: number, digits: number, goal: number][] = [
    [middle(first, 'usableMs'), 2, usable],
    [middle(first, 'restMs'), 2, Infinity],
    [middle(second, 'usableMs'), 2, isPage ? goals.second : Infinity],
    [data.length === 0 ? 0 : median(data) / 1000, 2, goals.data],
    [median(first.map(({ files }) => files)), 0, goals.files],
    [shift, 3, goals.shift],
  ];
  const isOver = ([value, digits, goal]: (typeof figures)[number]) =>
    Number(value.toFixed(digits)) > goal;
  const texts = figures.map((each) =>
    `${each[0].toFixed(each[1])}${isOver(each) ? '*' : ' '}`.padStart(7),
  );
  console.log(`${texts.join(' ')}  ${address.slice(0, 70)} (${who})`);
  return figures.filter(isOver).length;
}

async function listRoutes(): Promise<Route[]> {
  const found: Route[] = [];
  for (const { who, as, pages, links } of pageLists) {
    const session = await sessionFor(recoup.said, as);
    const places: string[] = [...pages];
    for (const { on, name } of links)
      places.push(name === undefined ? on : await addressOfLink(session, on, name));
    for (const address of places) found.push({ who, address, url: recoup.said + address, session });
  }
  for (const address of publicPages.pages)
    found.push({ who: publicPages.who, address, url: recoup.said + address, session: {} });
  return found;
}

/** What a link of a page opens; it may be in the closed menu of a row. */
async function addressOfLink(session: TabSession, on: string, name: RegExp): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript((held) => {
    for (const [key, value] of Object.entries(held)) sessionStorage.setItem(key, value);
  }, session);
  await page.goto(recoup.said + on);
  const link = page.getByRole('link', { name, includeHidden: true }).first();
  const address = await link.getAttribute('href');
  await page.close();
  return address ?? '';
}
