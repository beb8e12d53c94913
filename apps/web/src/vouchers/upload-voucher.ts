import {
  accountVoucherEndpoints,
  type Voucher,
  voucherEndpoints,
} from '@recoup/contract/vouchers/endpoints';
import { voucherTypes } from '@recoup/contract/vouchers/rules';
import { transfer } from '../platform/api/api-transfer.ts';

const calls = {
  entry: voucherEndpoints.addEntryVoucher,
  account: accountVoucherEndpoints.addAccountVoucher,
};

/**
 * Adds a file to an entry or an account; the same file twice is one voucher. Throws `ApiError`.
 */
export async function uploadVoucher(
  owner: { kind: keyof typeof calls; id: string },
  file: Blob,
  name: string,
): Promise<Voucher> {
  const known = voucherTypes.find((type) => type === file.type);
  const reply = await transfer(calls[owner.kind], {
    params: { id: owner.id },
    query: { fileName: name },
    body: file,
    // The server looks at the content: a phone does not know every type.
    type: known ?? 'image/heic',
  });
  return (JSON.parse(reply) as { data: Voucher }).data; // by the contract
}
