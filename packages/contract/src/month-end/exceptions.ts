/**
 * Problems of a month before its closing, in the order of the lists. `block` refuses the closing.
 * A firm admin should look at a `warn`, and may ignore an `info`.
 */
export const exceptionLevels = {
  NOFEE: 'block',
  LAYOUT: 'block',
  FUTURE: 'block',
  CLOSED: 'warn',
  ZERO: 'warn',
  DUPSAME: 'warn',
  SUPSAME: 'warn',
  DUPTWO: 'warn',
  DUPCALL: 'warn',
  LONG: 'warn',
  DEAR: 'warn',
  LATE: 'warn',
  NARR: 'warn',
  NOVOUCHER: 'warn',
  NONE: 'warn',
  DROP: 'warn',
  LOOSE: 'warn',
  CAP: 'warn',
  MAILBAD: 'warn',
  UNSENT: 'warn',
  REOPENED: 'warn',
  NOATT: 'info',
  WEEKEND: 'info',
  MEASURE: 'info',
  OLDPWD: 'info',
} as const satisfies Record<string, ExceptionLevel>;

export type ExceptionCode = keyof typeof exceptionLevels;
export type ExceptionLevel = 'block' | 'warn' | 'info';

// Object.keys forgets the literal types.
export const exceptionCodes = Object.keys(exceptionLevels) as [ExceptionCode, ...ExceptionCode[]];

/**
 * For lists and filters.
 * @public
 */
export const exceptionNames: Readonly<Record<ExceptionCode, string>> = {
  NOFEE: 'No call fees',
  LAYOUT: 'Does not fit its layout',
  FUTURE: 'Day in the future',
  CLOSED: 'Matter closed or not yet open',
  ZERO: 'Costs nothing',
  DUPSAME: 'Recorded twice',
  SUPSAME: 'Account recorded twice',
  DUPTWO: 'Two calls at one time',
  DUPCALL: 'Also in the phone system',
  LONG: 'Unusually long',
  DEAR: 'Unusually expensive',
  LATE: 'Recorded late',
  NARR: 'No narration',
  NOVOUCHER: 'No voucher',
  NONE: 'Nothing recorded',
  DROP: 'Much less than usual',
  LOOSE: 'Call without matter',
  CAP: 'Cap of a matter',
  MAILBAD: 'Email not delivered',
  UNSENT: 'Export not sent',
  REOPENED: 'Reopened and not closed again',
  NOATT: 'Matter without attorney',
  WEEKEND: 'Weekend or holiday',
  MEASURE: 'Not as it was measured',
  OLDPWD: 'Initial password not changed',
};

/** Bounds of the rules (docs/decisions/0045). */
export const exceptionBounds = {
  /** LONG: minutes that are never too long. */
  longMinutes: 120,
  /** LONG and DEAR: days up to today that are compared, and the entries that they need. */
  comparedDays: 180,
  comparedEntries: 30,
  /** DEAR: so many times what is usual is never too much. */
  dearTimes: 8,
  /** LATE: days from the entry's day to its recording. */
  lateDays: 30,
  /** DUPTWO: minutes between two starts. */
  startMinutes: 10,
  unsentDays: 3,
  oldPasswordDays: 14,
} as const;
