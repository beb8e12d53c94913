import { userEndpoints } from '@recoup/contract/users/endpoints';
import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { entryEndpoints, type NewEntry } from '@recoup/contract/entries/endpoints';
import { matterEndpoints } from '@recoup/contract/matters/endpoints';
import { apiRoot, type Endpoint, type EndpointReply } from '@recoup/contract/core/endpoint';
import { test } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { expect } from '../support/expect.ts';
import { a11yViolations } from '../support/a11y.ts';
import { savedFile, signInByForm, visit } from '../support/browser.ts';
import { fixture } from '../support/import-page.ts';
import { browser, recoup, useApp } from '../support/app.ts';

useApp();

const matters = fixture('recoup.csv');

test('an admin imports matters, an attorney records a call, an export has its price', async () => {
  const { page, consoleErrors, end } = await visit(browser);
  await signInByForm(page, recoup.url, demoFirmAdmins.lerato);
  await page.getByRole('heading', { name: 'Attorneys' }).waitFor();

  await page.getByRole('link', { name: 'Import / Export' }).click();
  await page.getByLabel('Matter File Upload').setInputFiles(matters);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const outcome = page.getByRole('status').filter({ hasText: 'File upload Successful!' });
  await expect(outcome).toHaveText(/New\s+120\s+Changed\s+0\s+Unchanged\s+0\s/, {
    useInnerText: true,
  });
  expect(await a11yViolations(page)).toEqual([]);

  await recordCall({ matter: 'SA0001', minutes: 7, narration: 'Seven minutes about the lease' });

  const file = await savedFile(page, page.getByRole('button', { name: 'Download Disbursements' }));
  await page.getByText('Disbursement download Successful!').waitFor();
  expect(file.name).toMatch(/\.csv$/);
  // By hand: 7 minutes of Thabo Mokoena lie in his band from 5 to 10 minutes, whose whole price is
  // R66.
  const line = file.text
    .split('\r\n')
    .find((each) => each.endsWith('Seven minutes about the lease'));
  expect(line).toContain('SA0001,Smit,"Lease dispute, ""Shop 2473""",Thabo Mokoena,Call,7,');
  expect(line).toContain(',66.00,');
  expect(consoleErrors).toEqual([]);
  await end();
});

test('the same file again changes nothing, and a bad one is rejected with its rows', async () => {
  const { page, consoleErrors, end } = await visit(browser);
  await signInByForm(page, recoup.url, demoFirmAdmins.chantal, '/home/attorneys/file-handler');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Please select file to upload.' }).waitFor();

  const upload = async (rows: string) => {
    const buffer = Buffer.from(`Matter Number,Description\n${rows}`);
    await page
      .getByLabel('Matter File Upload')
      .setInputFiles({ name: 'matters.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
  };
  await upload('KM1,Divorce\nKM2,Lease\n');
  await page
    .getByRole('status')
    .filter({ hasText: /New\s*2\s*Changed\s*0/ })
    .waitFor();
  await upload('KM1,Divorce\nKM2,Lease\n');
  await page
    .getByRole('status')
    .filter({ hasText: /New\s*0\s*Changed\s*0\s*Unchanged\s*2/ })
    .waitFor();

  await upload('KM3,Divorce\n,No number\n');
  await page.getByRole('alert').waitFor();
  const refused = page.getByRole('region', { name: 'Rows with errors' }).getByRole('row').nth(1);
  await expect(refused.getByRole('cell')).toHaveText(['3', 'Matter Number', /./]);
  expect(consoleErrors).toEqual([]);
  await end();
});

/** The attorney's own screen comes later; until then the call goes over the wire. */
async function recordCall(call: {
  matter: string;
  minutes: number;
  narration: string;
}): Promise<void> {
  const { token } = await answer(accountEndpoints.logon, {
    body: { email: demoAttorneys.thabo.email, password: demoAttorneys.thabo.password },
  });
  const { disbursementTypes } = await answer(userEndpoints.getMe, { token });
  const found = await answer(matterEndpoints.listMatters, {
    token,
    query: `?search=${call.matter}`,
  });
  const body: NewEntry = {
    matter: found.data.find(({ number }) => number === call.matter)?._id ?? '',
    disbursementType: disbursementTypes.find(({ title }) => title === 'Call')?._id ?? '',
    date: new Date().toISOString().slice(0, 10),
    minutes: call.minutes,
    narration: call.narration,
  };
  await answer(entryEndpoints.createEntry, { token, body });
}

async function answer<C extends Endpoint>(
  call: C,
  sent: { token?: string; query?: string; body?: object },
): Promise<EndpointReply<C>> {
  const reply = await fetch(`${recoup.url}${apiRoot}${call.path}${sent.query ?? ''}`, {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  });
  expect(reply.ok, `${call.method} ${call.path} answered ${reply.status}`).toBe(true);
  return (await reply.json()) as EndpointReply<C>; // the server serialises by the same schema
}
