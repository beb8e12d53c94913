import type { VoucherKind } from '@recoup/contract/vouchers/rules';

/** A file that may be stored; without `content` it is stored as it came. */
export type CleanFile<Content = Buffer> = {
  isClean: true;
  kind: VoucherKind;
  pages: number | null;
  content?: Content;
};
type Rejected = { isClean: false; message: string };
export type Cleaned<Content = Buffer> = CleanFile<Content> | Rejected;

/** New content, which a process sends in chunks. */
export type SentContent = { bytes: number; sha256: string };

export function rejected(message: string): Rejected {
  return { isClean: false, message };
}
