import type { VoucherKind } from '@recoup/contract/vouchers/rules';

/** A file that may be stored; without `content` it is stored as it came. */
type CleanFile = { isClean: true; kind: VoucherKind; pages: number | null; content?: Buffer };
export type Cleaned = CleanFile | { isClean: false; message: string };

export function rejected(message: string): Cleaned {
  return { isClean: false, message };
}
