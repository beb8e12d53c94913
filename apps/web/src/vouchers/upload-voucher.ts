import {
  accountVoucherEndpoints,
  type Voucher,
  voucherEndpoints,
} from '@recoup/contract/vouchers/endpoints';
import { voucherTypes } from '@recoup/contract/vouchers/rules';
import { ApiError } from '../platform/api/api-error.ts';
import { replyData, transfer } from '../platform/api/api-transfer.ts';
import { session } from '../platform/session/session.ts';

const calls = {
  entry: voucherEndpoints.addEntryVoucher,
  account: accountVoucherEndpoints.addAccountVoucher,
};

type Owner = { kind: keyof typeof calls; id: string };
/** An entry or the account of a supplier; what is locked keeps its vouchers on record. */
export type VoucherOwner = Owner & { isLocked: boolean };
type Upload = {
  file: Blob;
  name: string;
  /** Told before each wait for a server that takes no more files at the moment. */
  onBusy?: (seconds: number) => void;
};

/** Several minutes in all; waits are in seconds. */
const mostTries = 30;
const usualWait = 5;
const longestWait = 60;

/**
 * Adds a file to an entry or an account; the same file twice is one voucher. Waits while the server
 * has too many files. Throws `ApiError`.
 */
export async function uploadVoucher(owner: Owner, upload: Upload): Promise<Voucher> {
  const token = session.token();
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(owner, upload);
    } catch (error) {
      if (!isBusy(error) || tries === mostTries) throw error;
      const seconds = Math.min(error.retryAfterSeconds ?? usualWait, longestWait);
      upload.onBusy?.(seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      // The next session may be another user's.
      if (session.token() !== token) throw error;
    }
  }
}

function isBusy(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status === 503);
}

async function send(owner: Owner, { file, name }: Upload): Promise<Voucher> {
  const known = voucherTypes.find((type) => type === file.type);
  const reply = await transfer(calls[owner.kind], {
    params: { id: owner.id },
    query: { fileName: name },
    body: file,
    // The server looks at the content: a phone does not know every type.
    type: known ?? 'image/heic',
  });
  return replyData(reply) as Voucher; // by the contract
}
