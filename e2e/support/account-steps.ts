import type { Page } from 'playwright-core';
import { recoup } from './app.ts';

export async function openSignIn(
  page: Page,
  as: { email: string; password: string },
): Promise<void> {
  await page.goto(`${recoup.url}/logon`);
  await page.getByLabel('Email').fill(as.email);
  await page.getByLabel('Password').fill(as.password);
}

/** Each OTP is right; the grant that comes with it is none. */
export async function answerOtp(page: Page): Promise<void> {
  await page.route('**/v2/verifyOtp', async (route) =>
    route.fulfill({
      json: { data: { userId: '01890a5d-ac96-774b-bcce-b302099a8057', token: 'a'.repeat(43) } },
    }),
  );
}
