import { expect } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { sentMails } from '../support/outbox.ts';
import { fixture } from '../support/import-page.ts';
import type { Page } from './page/page.ts';
import { button, dialog, field, heading, link, option, region, text } from './page/targets.ts';
import { inEveryBrowser, savedFile, signIn, signOut, recoup, useProduct } from './page/visit.ts';

useProduct();

inEveryBrowser('does the main job', {}, async ({ page, engine, downloads }) => {
  await signIn(page, demoFirmAdmins.lerato);
  await page.see(heading('Attorneys'));
  await page.click(link('Import / Export'));
  await page.upload(field('Matter File Upload'), fixture('recoup.csv'));
  await page.see(region('Preview'));
  await page.click(button('Upload'));
  await page.see(text(/File upload Successful!/));
  await signOut(page);

  await signIn(page, demoAttorneys.thabo);
  const narrations = [`Seven minutes in ${engine.name}`, `Three copies in ${engine.name}`] as const;
  await addEntry(page, 'Call', { Minutes: '7', Narration: narrations[0] });
  const copies = { Quantity: '3', 'Unit price (R)': '2,55', Narration: narrations[1] };
  await addEntry(page, 'Photocopies', copies);
  await signOut(page);

  await signIn(page, demoFirmAdmins.lerato);
  await page.click(link('Import / Export'));
  await page.click(button('Close and export'));
  await page.see({ ...dialog(), text: /Entries \d+ / });
  await page.click(button(/^Close and lock /, dialog()));
  // By hand: 7 minutes lie in the band from 5 to 10 minutes, whose whole price is R 66.
  const file = await savedFile(downloads, /^recoup-export-\d+\.csv$/);
  const lines = String(file.content).split('\r\n');
  const prices = narrations.map(
    (narration) => lines.find((line) => line.includes(narration))?.match(/,(\d+\.\d\d),/)?.[1],
  );
  expect(prices).toEqual(['66.00', '7.65']);

  const to = `bookkeeper-${engine.name}@nkosi.co.za`;
  await page.fill(field(/^To/), to);
  await page.click(button('Send Mail'));
  await page.see(text(/Mail sent successfully !/));
  const isMailed = async () => (await sentMails(recoup)).some((mail) => mail.includes(`To: ${to}`));
  await expect.poll(isMailed).toBe(true);

  await page.click(link('All exports'));
  await page.click(link(`Export ${/\d+/.exec(file.name)?.[0]}`));
  await page.click(button('XLSX'));
  expect(String((await savedFile(downloads, /\.xlsx$/)).content).slice(0, 2)).toBe('PK');
  await page.click(button('PDF'));
  expect(String((await savedFile(downloads, /\.pdf$/)).content).slice(0, 5)).toBe('%PDF-');
  await signOut(page);
});

async function addEntry(page: Page, type: string, values: Record<string, string>): Promise<void> {
  await page.click(button('Add entry'));
  await page.focused(field('Matter'));
  await page.select(field('Disbursement type'), type);
  await page.fill(field('Matter'), 'SA0001');
  await page.click(option(/^SA0001/));
  for (const [label, value] of Object.entries(values)) await page.fill(field(label), value);
  await page.click(button('Save', dialog()));
  await page.see(button(new RegExp(values.Narration ?? '')));
}
