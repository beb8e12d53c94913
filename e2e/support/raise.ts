import type { Locator, Page } from 'playwright-core';
import type { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { readData, postData } from './wire.ts';

type Fee = { endTime: number; charges: number };
type Schedule = { disbursementType: string; validFrom: string; callFees: Fee[] };
type Admin = (typeof demoFirmAdmins)[keyof typeof demoFirmAdmins];

export const feesPage = '/home/attorneys/fees';

/** The first of March of the next year. */
export const nextMarch = `${new Date().getUTCFullYear() + 1}-03-01`;

export const raiseDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Raise fees' });

export const raiseButton = (page: Page): Locator =>
  raiseDialog(page).getByRole('button', { name: 'Raise fees' });

export async function openRaise(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Raise fees' }).click();
  const dialog = raiseDialog(page);
  await dialog.waitFor();
  return dialog;
}

/** Opens the dialog, types a percentage and a day, and waits for the preview. */
export async function previewRaise(
  page: Page,
  { percent, from }: { percent: string; from: string },
): Promise<Locator> {
  const dialog = await openRaise(page);
  await dialog.getByLabel('Valid from').fill(from);
  await dialog.getByLabel('Percent').fill(percent);
  await dialog.getByRole('table').waitFor();
  return dialog;
}

/** The requests that save, in the order in which they are sent. */
export function countRaises(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    const isRaise = request.method() === 'POST' && request.url().endsWith('/rate-changes');
    if (isRaise && request.postData()?.includes('"dryRun":true') === false) sent += 1;
  });
  return () => sent;
}

export async function raiseByApi(as: Admin, change: object): Promise<{ _id: string }> {
  const body = { percent: 5, roundTo: 1, ...change };
  return postData(as, '/rate-changes', body);
}

/** The prices of the attorney's first type from that day on; undefined without such a schedule. */
export async function pricesFrom(
  as: Admin,
  attorney: string,
  day: string,
): Promise<number[] | undefined> {
  const data = await readData<{ _id: string; name: string }[]>(as, '/users?role=0');
  const id = data.find(({ name }) => name === attorney)?._id;
  type User = { callFeeSchedules: Schedule[]; disbursementTypes: { _id: string }[] };
  const user = await readData<User>(as, `/users/${id}`);
  const [first] = user.disbursementTypes;
  return user.callFeeSchedules
    .find(({ validFrom, disbursementType }) => validFrom === day && disbursementType === first?._id)
    ?.callFees.map(({ charges }) => charges);
}

/** All that entries cost, to tell whether something was re-priced. */
export async function entryPrices(as: Admin): Promise<string> {
  type Entry = { _id: string; amount: number };
  const data = await readData<Entry[]>(as, '/entries?page=1&itemsPerPage=100');
  return JSON.stringify(data.map(({ _id, amount }) => [_id, amount]));
}
