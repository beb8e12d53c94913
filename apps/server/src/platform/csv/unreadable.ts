/** The error of a text with NUL: a workbook, or UTF-16 in another encoding. */
export function findUnreadable(text: string): string | undefined {
  if (!text.includes('\u0000')) return undefined;
  return (
    'The file is not a text file: it contains NUL characters. ' +
    'In Excel choose Save As, "CSV UTF-8 (Comma delimited)", and upload that file.'
  );
}
