import { exportCalls } from '@recoup/contract/exports';
import { send } from '../platform/api-client.ts';

/** The recorded disbursements as CSV, with the name that the file is to have. Throws `ApiError`. */
export async function downloadDisbursements(): Promise<{ fileContent: string; fileName: string }> {
  return (await send(exportCalls.download, { query: {} })).data;
}
