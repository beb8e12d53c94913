/** Indexes of `cellXfs` in `xlsx-styles.ts`. */
export const style = {
  header: 1,
  date: 2,
  amount: 3,
  text: 4,
  total: 5,
  whole: 6,
  numberHeader: 7,
  narration: 8,
  /** A total below its column; `total` stands at the left. */
  sum: 9,
  /** The number of a line, at the left. */
  number: 10,
  rightText: 11,
  columnHeader: 12,
  numberColumnHeader: 13,
  indentedColumnHeader: 14,
} as const;
/** The style with quotePrefix (ECMA-376): a text stays a text when a user edits it. */
export const quoted: Readonly<Record<number, number>> = { [style.text]: 15, [style.narration]: 16 };
