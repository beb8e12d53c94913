import type { Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { dayIn } from './days.ts';
import { callApi, type Recorded, recordEntry } from './wire.ts';

export const monthEnd = '/home/attorneys/month-end';
const attorney = demoAttorneys.thabo;

/** A moment on the 3rd of the next month. */
export function thirdOfNextMonth(): Date {
  const [year = 0, month = 0] = dayIn(0).split('-').map(Number);
  return new Date(Date.UTC(year, month, 3, 8));
}

/** Photocopies of the demo's first attorney. */
export async function recordCopies(input: {
  amount: number;
  quantity: number;
  date?: string;
}): Promise<Recorded> {
  return recordEntry(attorney, 'Photocopies', input);
}

/** Another number of copies, by the attorney. */
export async function changeCopies({ _id, version }: Recorded, quantity: number): Promise<void> {
  await callApi(attorney, 'PUT', `/entries/${_id}`, { version, quantity });
}

export async function deleteEntry({ _id, version }: Recorded): Promise<void> {
  await callApi(attorney, 'DELETE', `/entries/${_id}?version=${version}`);
}

export const exceptions = (page: Page) =>
  page.getByRole('region', { name: 'Exceptions of the month' });

export const close = (page: Page) => page.getByRole('region', { name: 'Close', exact: true });
export const closeButton = (page: Page) =>
  close(page).getByRole('button', { name: 'Close and export' });
export const override = (page: Page) => page.getByLabel('Reason to close all the same');
