import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { readData } from './wire.ts';

/** The rows of the notice: field, saved by the other user, typed here. */
export async function differencesShown(page: Page): Promise<string[]> {
  const table = page.getByRole('table', { name: 'What differs' });
  await table.waitFor();
  const rows = await table.getByRole('row').allInnerTexts();
  return rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' '));
}

export const choose = (page: Page, choice: 'Keep my changes' | 'Use theirs') =>
  page.getByRole('button', { name: choice }).click();

type Fee = {
  disbursementType: string;
  startTime: number;
  endTime: number;
  additionalTime: number;
  charges: number;
};
type Attorney = {
  _id: string;
  name: string;
  cell: string;
  disbursementTypes: { _id: string; title: string }[];
  callFees: Fee[];
};

export async function attorneyNamed(name: string): Promise<Attorney> {
  const data = await readData<Attorney[]>(
    demoFirmAdmins.lerato,
    `/users?page=1&itemsPerPage=5&search=${encodeURIComponent(name)}`,
  );
  const [found] = data;
  if (!found) throw new Error(`no attorney ${name}`);
  return await readData<Attorney>(demoFirmAdmins.lerato, `/users/${found._id}`);
}
