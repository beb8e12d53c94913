import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemo } from '../../support/demo.ts';
import type { StartedRecoup } from '../../support/recoup.ts';
import { chromium } from '../driver/chromium.ts';
import type { Driver, Engine, WindowSize } from '../driver/driver.ts';
import { firefox } from '../driver/firefox.ts';
import { webkit } from '../driver/webkit.ts';
import { until } from '../driver/until.ts';
import { createPage, type Page } from './page.ts';
import { button, field } from './targets.ts';

export type Visit = { page: Page; engine: Engine; downloads: string };
type SavedFile = { name: string; content: Buffer };
type As = { email: string; password: string };
type Window = Partial<WindowSize> & { isPhone?: boolean };

export let recoup: StartedRecoup;

const named = [chromium, firefox, webkit].map((engine) => [engine.name, engine] as const);
const failures = fileURLToPath(new URL('../../../.cache/browsers', import.meta.url));

/** The product of the file whose tests run. */
export function useProduct(): void {
  beforeAll(async () => {
    recoup = await startDemo();
  });
  afterAll(() => recoup.stop());
}

/** Runs the steps in every engine. Console and Content-Security-Policy must stay silent. */
export function inEveryBrowser(
  title: string,
  { width = 1440, height = 900, isPhone = false }: Window,
  steps: (visit: Visit) => Promise<void>,
): void {
  it.each(named)(`%s ${title}`, async (_name, engine) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'recoup-browser-'));
    const [profile, downloads] = [path.join(folder, 'profile'), path.join(folder, 'downloads')];
    await Promise.all([profile, downloads].map((each) => mkdir(each)));
    const driver = await engine.launch({ width, height, isPhone, profile, downloads });
    try {
      const page = createPage(driver, isPhone && engine.hasTouch ? 'touch' : 'mouse');
      await steps({ page, engine, downloads });
      expect(await driver.complaints()).toEqual([]);
    } catch (error) {
      await keepPicture(driver, `${engine.name} ${title}`);
      throw error;
    } finally {
      await driver.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

export async function signIn(page: Page, { email, password }: As, url = recoup.url): Promise<void> {
  await page.goto(`${url}/logon`);
  await page.fill(field('Email'), email);
  await page.fill(field('Password'), password);
  await page.click(button('Sign in'));
  await page.see(button(/^Account of /));
}

export async function signOut(page: Page): Promise<void> {
  await page.click(button(/^Account of /));
  await page.click(button('Logout'));
  await page.see(field('Email'));
}

/** A downloaded file, once it is whole. */
export async function savedFile(downloads: string, name: RegExp): Promise<SavedFile> {
  return until(`find the download ${name}`, async () => {
    const files = await readdir(downloads);
    const file = files.find((each) => name.test(each));
    if (file === undefined || files.some((each) => /\.(?:part|crdownload|wkdownload)$/.test(each)))
      return null;
    const content = await readFile(path.join(downloads, file));
    return content.length > 0 ? { name: file, content } : null;
  });
}

async function keepPicture(driver: Driver, title: string): Promise<void> {
  await mkdir(failures, { recursive: true });
  const file = path.join(failures, `${title.replaceAll(/\W+/g, '-')}.png`);
  await driver.screenshot().then(
    (picture) => writeFile(file, picture),
    () => undefined,
  );
}
