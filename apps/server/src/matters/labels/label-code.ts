import createCode from 'qrcode-generator';

/** The address that a label opens: the attorney's page, with the timer ready on the matter. */
export function labelAddress(origin: string, matter: { id: string; number: string }): string {
  const query = new URLSearchParams({ call: matter.id, number: matter.number });
  return `${origin}/home/entries?${query.toString()}`;
}

/** The dark squares of the QR code of a text, row by row, at error correction M. */
export function darkSquares(text: string): boolean[][] {
  // The smallest version that holds the text.
  const code = createCode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  return Array.from({ length: size }, (_row, row) =>
    Array.from({ length: size }, (_column, column) => code.isDark(row, column)),
  );
}
