import { it } from 'vitest';
import { expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { savedFile } from '../support/browser.ts';
import { recordCall, readMe } from '../support/wire.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);
const { thabo } = demoAttorneys;

/** Today in South African time. */
const today = () => new Date(Date.now() + 7_200_000).toISOString().slice(0, 10);

it('answers what the regulator asks about a person, on the page and as files', async () => {
  await recordCall(thabo, 'Read by a stranger');
  const page = await open('/home/attorneys/audit');
  await page.getByRole('link', { name: 'Incident pack', exact: true }).click();
  await page.getByRole('button', { name: 'Show answers' }).click();
  await page.getByText('Choose the first day.').waitFor();
  await page.getByText('Choose a person.').waitFor();
  await page.getByLabel('First day').fill(today());
  await page.getByLabel('Last day').fill(today());
  await page.getByRole('combobox', { name: 'Person' }).selectOption({ label: thabo.name });
  await page.getByRole('button', { name: 'Show answers' }).click();
  const answers = page.getByRole('region', { name: 'Answers' });
  await answers.getByRole('heading', { name: 'Answers' }).waitFor();
  await answers.getByText('Nkosi & Partners').first().waitFor();
  await page
    .getByRole('region', { name: 'Timeline' })
    .getByText(/Recorded an entry/)
    .waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(today());
  expect(await a11yViolations(page)).toEqual([]);
  const pdf = await savedFile(page, page.getByRole('button', { name: 'Download PDF' }));
  expect([pdf.name, pdf.text.slice(0, 5)]).toEqual([expect.stringMatching(/\.pdf$/), '%PDF-']);
  const xlsx = await savedFile(page, page.getByRole('button', { name: 'Download XLSX' }));
  expect([xlsx.name, xlsx.text.slice(0, 2)]).toEqual([expect.stringMatching(/\.xlsx$/), 'PK']);
});

it('names the information officer of the firm settings', async () => {
  const page = await open('/home/attorneys/firm-settings');
  const panel = page.getByRole('region', { name: 'Information officer' });
  await panel.getByLabel('Name').fill('Nomsa Zulu');
  await panel.getByLabel('Email').fill('nomsa');
  await panel.getByRole('button', { name: 'Save information officer' }).click();
  await panel.getByText('Must be an email address.').waitFor();
  await panel.getByLabel('Email').fill('nomsa.zulu@nkosi.co.za');
  await panel.getByLabel('Telephone').fill('011 555 0123');
  await panel.getByRole('button', { name: 'Save information officer' }).click();
  await page.getByText('Information officer saved.').waitFor();
  const { _id } = await readMe(demoFirmAdmins.lerato);
  const at = `/home/attorneys/incident-pack?from=${today()}&to=${today()}&actor=${_id}`;
  await page.goto(new URL(at, page.url()).href);
  await expect(page.getByRole('region', { name: 'Answers' }).getByText(/Nomsa Zulu/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue(_id);
});
