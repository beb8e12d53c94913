import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { launch, logonAt, signIn, type Visit, visit, type Viewport } from './browser.ts';
import { copyDemo } from './demo.ts';
import { type Recoup, startRecoup } from './recoup.ts';

type As = { email: string; password: string };

/** Those of the file whose tests run. */
export let recoup: Recoup;
export let browser: Browser;

/** The built product with its demo, and a browser: started once for the tests of the file. */
export function useApp(): void {
  beforeAll(async () => {
    [recoup, browser] = await Promise.all([
      copyDemo().then((dataDir) => startRecoup({ dataDir })),
      launch(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
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
