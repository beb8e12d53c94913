import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { pageLists } from '../support/page-list.ts';
import { until } from './driver/until.ts';
import type { Page } from './page/page.ts';
import { heading } from './page/targets.ts';
import { inEveryBrowser, signIn, signOut, type Visit, recoup, useProduct } from './page/visit.ts';

/** A folder, if pictures are wanted (`npm run test:browsers -- --pictures FOLDER`). */
const pictures = process.env.BROWSER_PICTURES;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

useProduct();

inEveryBrowser('shows every page at three widths in both themes', {}, async (visit) => {
  const { page } = visit;
  const faults: string[] = [];
  for (const { as, pages } of pageLists) {
    await signIn(page, as);
    for (const place of pages) {
      await page.goto(recoup.url + place);
      faults.push(...(await faultsOf(visit, `${as.email.split('@')[0]}${place}`)));
    }
    await signOut(page);
  }
  expect(faults).toEqual([]);
});

async function faultsOf({ page, engine }: Visit, place: string): Promise<string[]> {
  const faults: string[] = [];
  for (const scheme of ['light', 'dark']) {
    await page.see(heading(/./));
    // As another tab of the same browser does when its user chooses a theme.
    await page.driver.evaluate(`(${String(chooseScheme)})('${scheme}')`);
    for (const size of sizes) {
      await page.driver.resize(size);
      await until(`see ${place} at rest in ${scheme}`, async () =>
        page.driver.evaluate(`(${String(isAtRest)})('${scheme}')`),
      );
      const name = `${place} ${size.width} ${scheme}`;
      const [sideways, cutOff] = await page.evaluate(measure);
      if (sideways > 0) faults.push(`${name} scrolls sideways by ${sideways}`);
      faults.push(...cutOff.map((what) => `${name}: ${what} is larger than its button`));
      if (pictures !== undefined) await keepPicture(page, path.join(pictures, engine.name), name);
    }
  }
  return faults;
}

function chooseScheme(newValue: string): void {
  const key = 'recoup-color-scheme';
  localStorage.setItem(key, newValue);
  const change = { key, newValue, storageArea: localStorage };
  window.dispatchEvent(new StorageEvent('storage', change));
}

function isAtRest(scheme: string): boolean {
  const busy = '[aria-busy="true"], [aria-label="Activity"] [role="progressbar"]';
  const shown = document.documentElement.dataset.colorScheme;
  return (
    document.querySelector('h1') !== null &&
    document.querySelector(busy) === null &&
    shown === scheme
  );
}

/** Pixels by which the page scrolls sideways, and contents that are higher than their button. */
function measure(): [number, string[]] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const cutOff = [...document.querySelectorAll('button')].filter(
    (button) => button.checkVisibility() && button.scrollHeight > button.clientHeight + 1,
  );
  return [
    Math.max(0, scrollWidth - clientWidth),
    cutOff.map((button) => button.ariaLabel ?? button.innerText),
  ];
}

/** Charts and colours need a moment: the picture that is taken twice alike. */
async function keepPicture(page: Page, folder: string, name: string): Promise<void> {
  let before: Buffer = Buffer.alloc(0);
  const picture = await until(`see ${name} unchanged`, async () => {
    const now = await page.driver.screenshot();
    const isSame = now.equals(before);
    before = now;
    return isSame ? now : null;
  });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name.replaceAll(/\W+/g, '-')}.png`), picture);
}
