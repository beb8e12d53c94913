/** The forms in which vouchers are stored. */
export const voucherKinds = ['jpeg', 'png', 'pdf'] as const;
export type VoucherKind = (typeof voucherKinds)[number];

/** The media types of files that are taken; the content decides, not the type. */
export const voucherTypes = ['image/jpeg', 'image/png', 'image/heic', 'application/pdf'] as const;

export const voucherLimits = {
  /** Bound of a file as it arrives, and as it is stored. */
  bytes: 15 * 1024 * 1024,
  perEntry: 20,
  /** Pixels of a picture as it arrives. */
  pixels: 100_000_000,
  /** Pixels of the longest side of a stored picture. */
  side: 3_000,
  pages: 1_000,
} as const;
