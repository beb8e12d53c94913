/** Points; A4 on its side. */
export const sheet = {
  width: 841.89,
  height: 595.28,
  margin: 36,
  top: 96,
  bottom: 40,
  lineHeight: 11,
} as const;

export type Column = { name: string; x: number; width: number; align: 'left' | 'right' };

export const gap = 8;
const columns = placed([
  ['Date', 56, 'left'],
  ['Attorney', 120, 'left'],
  ['Disbursement', 110, 'left'],
  ['Minutes', 46, 'right'],
  ['Quantity', 50, 'right'],
  ['Narration', 258, 'left'],
  ['Amount', 81, 'right'],
]);
const columnsWithVat = placed([
  ['Date', 56, 'left'],
  ['Attorney', 96, 'left'],
  ['Disbursement', 90, 'left'],
  ['Minutes', 42, 'right'],
  ['Quantity', 46, 'right'],
  ['Narration', 168, 'left'],
  ['Net', 70, 'right'],
  ['VAT', 65, 'right'],
  ['Gross', 72, 'right'],
]);

export function pdfColumns(hasVat: boolean): readonly Column[] {
  return hasVat ? columnsWithVat : columns;
}

function placed(widths: readonly (readonly [string, number, 'left' | 'right'])[]): Column[] {
  let x: number = sheet.margin;
  return widths.map(([name, width, align]) => {
    const column = { name, x, width, align };
    x += width + gap;
    return column;
  });
}
