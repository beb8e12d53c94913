import type { Page } from 'playwright-core';

export const panel = (page: Page) => page.getByRole('region', { name: 'Hand-over on schedule' });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const press = async (page: Page, name: string, within: string) =>
  dialog(page, within).getByRole('button', { name, exact: true, disabled: false }).click();

/** Fills the form of a hand-over by email on the 25th of the month. */
export async function fillMonthEnd(page: Page): Promise<void> {
  const form = dialog(page, 'Add a hand-over');
  await form.getByLabel('Name').fill('Month end');
  await form.getByLabel('To').selectOption('email');
  await form.getByLabel('Email').fill('ledger@zulu.example');
  await form.getByLabel('When').selectOption('day_of_month');
  await form.getByLabel('Day of the month').fill('25');
}
