import { it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { deepIt, expect } from '../support/test.ts';
import { systemAdmin } from '../support/recoup.ts';

useApp();
const { lerato } = demoFirmAdmins;

// One list alone fails, which a page is easily silent about: the others are there.
it.each([
  ['the system admin', '/home/audit', '/firms', 'The firms'],
  ['a firm admin', '/home/attorneys/entries', '/users', 'The attorneys'],
  [
    'a firm admin',
    '/home/attorneys/add-disbursement',
    '/firm-settings',
    'Whether the firm charges VAT',
  ],
])('says to %s on %s that %s failed, and loads it by Retry', loadsByRetry);

deepIt.each([
  ['a firm admin', '/home/attorneys/audit', '/users', 'The people'],
  ['a firm admin', '/home/attorneys/entries', '/disbursements', 'The disbursement types'],
  ['a firm admin', '/home/attorneys/add-attorney', '/users', 'The attorneys'],
  ['a firm admin', '/home/attorneys/statements', '/matters', 'The clients'],
  ['a firm admin', '/home/attorneys/file-handler', '/posting-layouts', 'The posting layouts'],
  ['a firm admin', '/home/attorneys/incident-pack', '/users', 'The people'],
])('says to %s on %s that %s failed, and loads it by Retry', loadsByRetry);

async function loadsByRetry(who: string, at: string, path: string, what: string): Promise<void> {
  const { page, end } = await signedIn(
    who === 'a firm admin' ? lerato : systemAdmin,
    '/home/profile',
  );
  await page.route(
    (url) => url.pathname === `/core/api${path}`,
    (route) => route.fulfill({ status: 400, json: { code: 'invalid_input', message: 'Not now.' } }),
  );
  await page.goto(recoup.url + at);
  const alert = page
    .getByRole('alert')
    .filter({ hasText: `${what} could not be loaded. Not now.` });
  await alert.waitFor();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
  await end();
}
