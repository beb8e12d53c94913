/**
 * First and second visits in Chromium on slow 4G, with a processor slowed down four times:
 * `npm run bench -- web`. The sign-in page, and the attorneys list of a signed-in firm admin
 * against the same list on react-admin, alternating. A first visit has an empty cache; the second
 * one opens the address again in a new tab of the same browser profile.
 */
import { role } from '@recoup/contract/core/access';
import type { Browser } from 'playwright-core';
import { launch } from '../e2e/support/browser.ts';
import { median, startRecoup, startTemporaryPostgres, stopProcess } from './support/measure.ts';
import { seedPeople, signInAdmins } from './support/people.ts';
import { startReactAdmin } from './support/react-admin.ts';
import {
  slowerProcessor,
  type Sign,
  type TabSession,
  visitSlowly,
  type WebVisit,
} from './support/web-visit.ts';

const rounds = 3;
const limits = { first: 0.6, second: 0.3, signInKilobytes: 82, listKilobytes: 138 };

type Target = { name: string; url: string; usable: Sign; session?: TabSession };
type Visits = { first: WebVisit[]; second: WebVisit[] };

const postgres = await startTemporaryPostgres();
await seedPeople(postgres.url, { firms: 20, attorneysOfFirm: 50 });
const [admin] = await signInAdmins(postgres.url, 1);
const recoup = await startRecoup({ DATABASE_URL: postgres.url });
const reactAdmin = await startReactAdmin(recoup.said);
const browser = await launch();
const session = { token: admin?.token ?? '', role: `${role.attorneyAdmin}` };
const list = { usable: { tag: 'td', text: 'Blocked' }, session };
const targets = {
  signIn: {
    name: 'ours, sign-in',
    url: `${recoup.said}/logon`,
    usable: { tag: 'button', text: 'Sign in' },
  },
  list: {
    name: 'ours, attorneys',
    url: `${recoup.said}/home/attorneys/attorney-list`,
    ...list,
  },
  other: { name: `${reactAdmin.name}, attorneys`, url: `${reactAdmin.url}/#/users`, ...list },
} as const satisfies Record<string, Target>;

const results = {
  signIn: { first: [], second: [] },
  list: { first: [], second: [] },
  other: { first: [], second: [] },
} as Record<keyof typeof targets, Visits>; // filled below
for (let round = 0; round < rounds; round += 1)
  for (const key of ['signIn', 'list', 'other'] as const)
    await visitTwice(browser, targets[key], results[key]);
await browser.close();
reactAdmin.close();
await stopProcess(recoup.child);
await postgres.stop();

console.log(`median of ${rounds}, slow 4G, processor ${slowerProcessor} x slower`);
console.log(
  `${''.padEnd(38)}   KiB  requests  round trips after the HTML  usable ms  LCP ms`,
  ' longest task ms',
);
for (const key of ['signIn', 'list', 'other'] as const)
  for (const visit of ['first', 'second'] as const) print(`${targets[key].name}, ${visit}`, visit);
judge();

async function visitTwice(chromium: Browser, target: Target, into: Visits): Promise<void> {
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  into.first.push(await visitSlowly(context, target));
  into.second.push(await visitSlowly(context, target));
  await context.close();
}

function print(name: string, visit: keyof Visits): void {
  const key = (['signIn', 'list', 'other'] as const).find((each) =>
    name.startsWith(targets[each].name),
  );
  if (key === undefined) return;
  const at = (figure: keyof WebVisit, width: number) =>
    Math.round(figureOf(key, visit, figure))
      .toString()
      .padStart(width);
  console.log(
    `${name.padEnd(38)}${at('kilobytes', 6)}${at('requests', 10)}${at('roundTrips', 28)}` +
      `${at('usableMs', 11)}${at('paintMs', 8)}${at('longestTaskMs', 17)}`,
  );
}

function figureOf(key: keyof typeof targets, visit: keyof Visits, figure: keyof WebVisit): number {
  return median(results[key][visit].map((one) => one[figure]));
}

function judge(): void {
  const ratio = (figure: keyof WebVisit, visit: keyof Visits) =>
    figureOf('list', visit, figure) / figureOf('other', 'first', figure);
  const lines = [
    ['list usable / react-admin', ratio('usableMs', 'first'), limits.first],
    ['list drawn / react-admin', ratio('paintMs', 'first'), limits.first],
    ['second visit usable / first of react-admin', ratio('usableMs', 'second'), limits.second],
    ['sign-in KiB', figureOf('signIn', 'first', 'kilobytes'), limits.signInKilobytes],
    ['list KiB', figureOf('list', 'first', 'kilobytes'), limits.listKilobytes],
    ['list round trips after the HTML', figureOf('list', 'first', 'roundTrips'), 1],
    ['sign-in round trips after the HTML', figureOf('signIn', 'first', 'roundTrips'), 1],
  ] as const;
  for (const [name, value, limit] of lines) {
    const isMet = value <= limit;
    console.log(`${isMet ? 'met ' : 'OVER'} ${name}: ${value.toFixed(2)} (limit ${limit})`);
    if (!isMet) process.exitCode = 1;
  }
}
