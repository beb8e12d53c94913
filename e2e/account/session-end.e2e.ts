import { describe, it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { waitForIdle } from '../support/idle.ts';
import { useApp } from '../support/app.ts';
import { endedForm, dialogOf, signInThere, endSessionOnPages } from '../support/session-end.ts';
import { pageLists } from '../support/page-list.ts';

useApp();
const { lerato, chantal } = demoFirmAdmins;

describe('a session that ends while a changed form is open', () => {
  it('lets the same user sign in over the page and save what was typed', async () => {
    const { page, consoleErrors, end } = await endedForm('0825550188', 390);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
    await dialogOf(page).getByText('Your session has ended. Please sign in again.').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const email = dialogOf(page).getByLabel('Email');
    await expect(email).toHaveValue(lerato.email);
    await expect(email).not.toBeEditable();
    await signInThere(page, 'not-the-password');
    await dialogOf(page)
      .getByRole('alert')
      .filter({ hasText: 'Incorrect email or password.' })
      .waitFor();
    await signInThere(page, lerato.password);
    await dialogOf(page).waitFor({ state: 'detached' });
    await expect(page.getByLabel('Cell')).toHaveValue('0825550188');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Attorney updated successfully!').waitFor();
    await page.getByRole('cell', { name: '0825550188' }).waitFor();
    expect(consoleErrors).toEqual([]);
    await end();
  });

  deepIt('confirms before another user signs in, and shows that user nothing of it', async () => {
    const { page, consoleErrors, end } = await endedForm('0825550189');
    const seenByOther: string[] = [];
    page.on('request', (request) => {
      if (request.headers().authorization !== undefined)
        seenByOther.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await dialogOf(page).getByRole('button', { name: 'Use another account' }).click();
    const question = page.getByRole('dialog', { name: 'Use another account?' });
    await question.getByText('What you typed on this page is discarded.').waitFor();
    await question.getByRole('button', { name: 'Keep it' }).click();
    await question.waitFor({ state: 'detached' });
    await expect(page.getByLabel('Cell')).toHaveValue('0825550189');
    await dialogOf(page).getByRole('button', { name: 'Use another account' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/logon');
    await page.getByLabel('Email').fill(chantal.email);
    await page.getByLabel('Password').fill(chantal.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/home/attorneys/attorney-list');
    await waitForIdle(page);
    await expect(page.getByText('Mokoena')).toHaveCount(0);
    // The first user's page sent no request with the other's token.
    expect(seenByOther.filter((call) => !/\/(?:me|users)$/.test(call))).toEqual([]);
    expect(consoleErrors).toEqual([]);
    await end();
  });
});

deepIt('shows an attorney on each page why the session ended, and links the sign-in', async () => {
  const { thabo } = demoAttorneys;
  const ofAttorney = pageLists.find(({ as }) => as === thabo);
  expect(ofAttorney?.pages.length).toBeGreaterThan(3);
  expect(await endSessionOnPages(thabo, ofAttorney?.pages ?? [])).toEqual([]);
});
