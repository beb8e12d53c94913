import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { callApi } from './wire.ts';
const { lerato } = demoFirmAdmins;

export async function listExports(): Promise<ExportRecord[]> {
  return (await callApi<{ data: ExportRecord[] }>(lerato, 'GET', '/exports')).data;
}

export async function lastExport(): Promise<ExportRecord> {
  const [record] = await listExports();
  if (!record) throw new Error('There is no export.');
  return record;
}
