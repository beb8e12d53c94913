import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { a11yViolationsInLooks, largeTextFaults, sidewaysFaults } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { forms } from '../support/forms.ts';
import { forcedColorFaults } from '../support/forced-colors.ts';
import { waitForIdle } from '../support/browser.ts';
import { cutOffTexts } from '../support/large-text.ts';
import { lasting } from '../support/lasting.ts';
import { movesOn } from '../support/layout-shift.ts';
import { recordLongNames } from '../support/long-names.ts';
import { markupFaults } from '../support/markup.ts';
import { pageLists, publicPages } from '../support/page-list.ts';
import { open, sweep, type Tour } from '../support/page-sweep.ts';
import { expect, isDeep } from '../support/test.ts';

// One visit, all looks: opening a page costs more than a look at it.
useApp();
beforeAll(recordLongNames);

it.each([...pageLists, publicPages])(
  'shows $who every page without a fault, at each width and in each look',
  async (tour: Tour) => {
    const edges = tour.as && new Map<number, number>();
    const found = await sweep(tour, async (page, place) => [
      ...(await wideFaults(page, place, edges)),
      ...(await lasting(async () => nameFaults(page, tour.names?.[place]))),
      ...(await narrowFaults(page, place, edges)),
    ]);
    expect(found).toEqual({});
  },
  600_000,
);

/** By width. */
type Edges = Map<number, number> | undefined;

/** In the deep gate also in forced colours, narrower, and with large letters. */
async function wideFaults(page: Page, place: string, edges: Edges): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, place);
  const found = [
    ...(await unusedAnswers(page)),
    ...(await repeatedRequests(page)),
    ...(await moveFaults(page, place)),
    ...(await lasting(async () => [
      ...(await markupFaults(page)),
      ...(await controlFaults(page)),
      ...(await edgeFaults(page, 1440, edges)),
      ...(await titleFaults(page)),
      ...(await formFaults(page, place)),
      ...(await sidewaysFaults(page)),
    ])),
  ];
  if (!isDeep) return found;
  found.push(...(await forcedColorFaults(page)));
  for (const width of [1366, 1024, 768, 640]) {
    await page.setViewportSize({ width, height: 900 });
    await waitForIdle(page);
    const faults = await lasting(async () => [
      ...(width === 1024 ? await edgeFaults(page, width, edges) : []),
      ...(await sidewaysFaults(page)),
      ...(await cutOffTexts(page)),
      ...(await brokenFigures(page)),
    ]);
    found.push(...faults.map((fault) => `at ${width} pixels: ${fault}`));
  }
  return [...found, ...(await largeTextFaults(page, [768, 1024, 1280]))];
}

async function narrowFaults(page: Page, place: string, edges: Edges): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, place);
  return [
    ...(await moveFaults(page, place)),
    ...(await lasting(async () => [
      ...(await markupFaults(page)),
      ...(await edgeFaults(page, 390, edges)),
    ])),
    ...(await a11yViolationsInLooks(page)),
  ];
}

/** Words with a figure, such as a time, that go on in another line of their cell. */
function brokenFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const textsBelow = (cell: Element): Text[] => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text); // as asked for
      return texts;
    };
    const isBroken = (text: Text, start: number, length: number): boolean => {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    };
    return [...document.querySelectorAll('td, th')].flatMap(textsBelow).flatMap((text) =>
      [...text.data.matchAll(/[^ \n]+/g)]
        // Longer ones, such as a hash, have to break.
        .filter(([word]) => /\d/.test(word) && word.length < 25)
        .filter(({ 0: word, index }) => isBroken(text, index, word.length))
        .map(([word]) => `“${word}” is broken`),
    );
  });
}

/** The page requests otherwise what `app/routing/pages.ts` has for its address. */
async function unusedAnswers(page: Page): Promise<string[]> {
  type First = { firstAnswers?: { answers: Map<string, unknown> } };
  const left = await page.evaluate(() => {
    const { firstAnswers } = globalThis as First; // by the script of the page
    return [...(firstAnswers?.answers.keys() ?? [])];
  });
  return left.map((address) => `requested ${address} first, and not again`);
}

/** Addresses that the page requests twice: first, and again as a part of it is drawn. */
async function repeatedRequests(page: Page): Promise<string[]> {
  const addresses = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  return addresses
    .filter((each, place) => each.includes('/core/api/') && addresses.indexOf(each) !== place)
    .map((address) => `requested ${address} twice`);
}

async function moveFaults(page: Page, place: string): Promise<string[]> {
  // Drawn before it is known who stands there: on a phone the name in the bar makes room for the
  // role.
  return place === '/home/unauthorized' ? [] : movesOn(page);
}

/** The tab names the page, as its heading does; each step of the sign-in is called `Sign in`. */
async function titleFaults(page: Page): Promise<string[]> {
  const heading = await page.getByRole('heading', { level: 1 }).first().innerText();
  const title = await page.title();
  const names = [heading, 'Sign in'].map((name) => `${name} · Recoup`);
  return names.includes(title) ? [] : [`the tab is called “${title}”, the page “${heading}”`];
}

/** Choices that are in the address or chosen again, and files that stay on the device. */
const withoutText = /\/(?:incident-pack|month-end|call-imports|phone-calls)$/;

/** A form on the page itself has a row in `forms.ts`: its text is not lost unasked. */
async function formFaults(page: Page, place: string): Promise<string[]> {
  const { pathname } = new URL(place, 'http://recoup.test');
  const isKnown = forms.some((form) => pathname.endsWith(`/${form.page}`));
  const isPublic = publicPages.pages.some((at) => at === pathname);
  if (isKnown || isPublic || withoutText.test(pathname)) return [];
  return (await page.locator('main form').count()) > 0 ? ['has a form that forms.ts lacks'] : [];
}

/** The looks are at the longest names too. */
async function nameFaults(page: Page, name: string | undefined): Promise<string[]> {
  const isShown = name === undefined || (await page.getByText(name).count()) > 0;
  return isShown ? [] : [`does not show ${name}`];
}

/** All titles of a role begin at the edge of the first one. */
async function edgeFaults(page: Page, width: number, edges: Edges): Promise<string[]> {
  if (edges === undefined) return [];
  const left = await leftOfTitle(page);
  const first = edges.get(width) ?? left;
  edges.set(width, first);
  return left === first ? [] : [`the title begins at ${left}, not at ${first} pixels`];
}

/** The left edge of the title, in pixels. */
function leftOfTitle(page: Page): Promise<number> {
  return page
    .getByRole('heading', { level: 1 })
    .first()
    .evaluate((title) => Math.round(title.getBoundingClientRect().left));
}

/**
 * Controls of toolbars and forms that are not 40 px high, or stand askew beside another. Those in a
 * row of a list, in a pager and in a notice are lower, so that the lines stay close together.
 */
function controlFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'button, a[class*="_button_"], select, input:not([type="checkbox"])';
    const lower = 'table, li, nav, [role="alert"], [role="status"], [class*="_pager_"]';
    const shown = [...document.querySelectorAll<HTMLElement>(controls)].filter(
      (control) =>
        control.checkVisibility() &&
        !control.matches('[type="radio"], [type="file"]') &&
        control.closest(lower) === null,
    );
    const boxes = shown.map((control) => ({ control, box: control.getBoundingClientRect() }));
    const nameOf = ({ control }: (typeof boxes)[number]) =>
      control.getAttribute('aria-label') ?? control.textContent ?? control.id;
    const wrong = boxes
      .filter(({ control, box }) => box.height !== 40 && control.textContent !== 'Start call')
      .map((each) => `${nameOf(each)} is ${each.box.height} px high`);
    const askew = boxes.flatMap((each) =>
      boxes
        .filter(({ control, box }) => {
          const isBeside = box.top < each.box.bottom && each.box.top < box.bottom;
          const isTogether =
            control.closest('form, section, header') ===
            each.control.closest('form, section, header');
          return isBeside && isTogether && Math.abs(box.top - each.box.top) > 0.5;
        })
        .map((other) => `${nameOf(each)} stands askew beside ${nameOf(other)}`),
    );
    return [...wrong, ...askew];
  });
}
