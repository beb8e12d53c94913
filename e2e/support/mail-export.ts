import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import type { Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from './test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup, signedIn } from './app.ts';
import type { Viewport } from './browser.ts';
import { sentMails } from './outbox.ts';
import { postData, readData } from './wire.ts';

export const attached = (page: Page) => page.getByLabel('What is attached');
export const mails = (page: Page) => page.getByRole('region', { name: 'Emails' });

/** The page of the firm's first export, which the first call closes. */
export async function openExport(window: Viewport & { hasClock?: boolean } = {}) {
  const visited = await signedIn(demoFirmAdmins.lerato, '/home/attorneys/exports', window);
  const { page } = visited;
  const { _id } = await firstExport();
  await page.goto(`${recoup.url}/home/attorneys/export?exportId=${_id}`);
  await page.getByRole('button', { name: 'Email this export' }).waitFor();
  return visited;
}

export async function firstExport(): Promise<ExportRecord> {
  const { lerato } = demoFirmAdmins;
  const records = await readData<ExportRecord[]>(lerato, '/exports');
  const found = records.find((record) => record.number === 1);
  return found ?? postData<ExportRecord>(lerato, '/exports', {});
}

export async function sentTo(address: string) {
  const find = async () =>
    (await sentMails(recoup)).find((mail) => mail.includes(`To: ${address}`)) ?? '';
  await expect.poll(find).not.toBe('');
  return PostalMime.parse(await find());
}

export function textOf({ attachments: [file] }: Email): string {
  const content = file?.content as ArrayBuffer; // the format of postal-mime
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
}
