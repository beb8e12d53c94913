import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import type { Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from './expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup, signedIn } from './app.ts';
import { type Viewport } from './browser.ts';
import { call, outbox } from './firms.ts';

export const attached = (page: Page) => page.getByLabel('What is attached');
export const mails = (page: Page) => page.getByRole('region', { name: 'Emails' });

/** The page of the firm's first export, which the first call closes. */
export async function openExport(window: Viewport = {}) {
  const visited = await signedIn(demoFirmAdmins.lerato, '/home/attorneys/exports', window);
  const { page } = visited;
  const { _id } = await newExport(page, 1);
  await page.goto(`${recoup.url}/home/attorneys/export?exportId=${_id}`);
  await page.getByRole('button', { name: 'Email this export' }).waitFor();
  return visited;
}

export async function newExport(page: Page, number: number): Promise<ExportRecord> {
  const list = async () => {
    const { text } = await call(page, 'GET', '/exports');
    return (JSON.parse(text) as { data: ExportRecord[] }).data; // the contract's
  };
  const found = (await list()).find((record) => record.number === number);
  if (found) return found;
  expect((await call(page, 'POST', '/exports', {})).status).toBe(201);
  return newExport(page, number);
}

export async function sentTo(address: string) {
  const find = async () =>
    (await outbox(recoup, '.eml')).find((mail) => mail.includes(`To: ${address}`)) ?? '';
  await expect.poll(find, { timeout: 15_000 }).not.toBe('');
  return PostalMime.parse(await find());
}

export function textOf({ attachments: [file] }: Email): string {
  const content = file?.content as ArrayBuffer; // the format of postal-mime
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
}
