import { type Voucher, voucherEndpoints } from '@recoup/contract/vouchers/endpoints';
import { voucherTypes } from '@recoup/contract/vouchers/rules';
import { transfer } from '../platform/api/api-transfer.ts';

/** Adds a file to an entry; the same file twice is one voucher. Throws `ApiError`. */
export async function uploadVoucher(entryId: string, file: Blob, name: string): Promise<Voucher> {
  const known = voucherTypes.find((type) => type === file.type);
  const reply = await transfer(voucherEndpoints.addEntryVoucher, {
    params: { id: entryId },
    query: { fileName: name },
    body: file,
    // The server looks at the content: a phone does not know every type.
    type: known ?? 'image/heic',
  });
  return (JSON.parse(reply) as { data: Voucher }).data; // by the contract
}
