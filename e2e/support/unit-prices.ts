import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { callApi } from './wire.ts';

export const admin = demoFirmAdmins.lerato;
export const attorney = demoAttorneys.thabo;
export type Type = { _id: string; title: string; unitPrice: number | null; version: number };
export type Reply = { data: { amount: number; quantity: number | null; _id: string }[] };

export async function typeNamed(title: string): Promise<Type> {
  const { data } = await callApi<{ data: Type[] }>(admin, 'GET', `/disbursements?search=${title}`);
  const [type] = data;
  if (!type) throw new Error(`no type ${title}`);
  return type;
}

export async function setPrice(title: string, unitPrice: number | null, unitPriceFrom: string) {
  const type = await typeNamed(title);
  const body = { title: type.title, unitPrice, unitPriceFrom };
  await callApi(admin, 'PUT', `/disbursements/${type._id}`, body);
}

export async function openType(
  open: (at: string, width?: number) => Promise<Page>,
  title: string,
  width?: number,
): Promise<Page> {
  const { _id } = await typeNamed(title);
  return open(`/home/attorneys/update-disbursement?disbursementId=${_id}`, width);
}
export const price = (page: Page) => page.getByLabel('Unit price (R)');
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const recordedWith = async (narration: string) =>
  (await callApi<Reply>(attorney, 'GET', `/entries?search=${narration}`)).data;
