export const packLimits = {
  items: 2_000,
  /** Pages of the bundle. */
  pages: 3_000,
  /** Bytes of all vouchers of a pack. */
  bytes: 500 * 1024 * 1024,
  /** Packs of a firm that are being made. */
  making: 5,
  /** Bytes of the ZIPs that are kept of a firm, the newest ones. */
  kept: 2 * 1024 * 1024 * 1024,
} as const;

export const packStates = ['making', 'ready', 'failed'] as const;
export type PackState = (typeof packStates)[number];

/** Parts of a pack, in the order in which it is handed over. */
export const packSections = ['schedule', 'bundle', 'calls'] as const;
export type PackSection = (typeof packSections)[number];

/** Columns of the schedule, as a firm may call them. */
export const scheduleTitles = {
  item: 'Item',
  date: 'Date',
  particulars: 'Particulars',
  who: 'Who',
  time: 'Time (min)',
  fee: 'Fee',
  disbursement: 'Disbursement',
  vat: 'VAT',
  voucher: 'Voucher',
  taxedOff: 'Taxed off',
} as const satisfies Readonly<Record<string, string>>;
export type ScheduleColumn = keyof typeof scheduleTitles;
export const scheduleColumns: readonly ScheduleColumn[] = [
  'item',
  'date',
  'particulars',
  'who',
  'time',
  'fee',
  'disbursement',
  'vat',
  'voucher',
  'taxedOff',
];
