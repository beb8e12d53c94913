import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { launch, logonAt, signIn, type Visit, visit, type Viewport } from './browser.ts';
import { copyDemo } from './demo.ts';
import { type Recoup, startRecoup } from './recoup.ts';

type As = { email: string; password: string };

/** That of the file whose tests run. */
export let recoup: Recoup;

/** One for all files of a process: a start takes a second, and each visit has its own profile. */
export let browser: Browser;

/** The built product with its demo, started for the tests of the file, and a browser. */
export function useApp(settings: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    browser ??= await launch();
    recoup = await startRecoup({ dataDir: await copyDemo(), settings });
  });
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await recoup.stop();
  });
}

/** A firm admin of the demo, signed in, at an address. */
export async function asAdmin(at = '/home/attorneys/attorney-list', width = 1440): Promise<Visit> {
  return signedIn(demoFirmAdmins.lerato, at, { width });
}

/** A user of the demo, signed in, at an address or at home. */
export async function signedIn(as: As, at?: string, window: Viewport = {}): Promise<Visit> {
  const seen = await visit(browser, window);
  await signIn(seen.page, recoup.url, as, at);
  await seen.page.getByRole('heading', { level: 1 }).waitFor();
  return seen;
}

/** The token of a sign-in without a browser. */
export async function logon(as: As): Promise<string> {
  return logonAt(recoup.url, as);
}
