/** Beginnings of files that are no CSV, and the kind of each. */
const otherKinds: readonly (readonly [begins: RegExp, kind: string])[] = [
  [/^\s*<(?:!doctype html|html|head|body|table)\b/i, 'a web page (HTML)'],
  [/^\s*<(?:\?xml|[a-z][\w:-]*[\s>])/i, 'XML'],
  [/^\s*(?:\{\s*"|\[\s*[{["])/, 'JSON'],
  [/^\{\\rtf/, 'a text of Word (RTF)'],
  [/^%PDF-/, 'a PDF'],
  [/^PK\p{Cc}/u, 'a workbook or an archive (ZIP)'],
];

/** Why a part of a file is no text: it has NUL, as workbooks have, and UTF-16 read otherwise. */
export function findNul(text: string): string | undefined {
  if (!text.includes('\u0000')) return undefined;
  return (
    'The file is not a text file: it contains NUL characters. ' +
    'In Excel choose Save As, "CSV UTF-8 (Comma delimited)", and upload that file.'
  );
}

/** Why a file that begins with this text is no CSV. */
export function findUnreadable(text: string): string | undefined {
  const nul = findNul(text);
  if (nul !== undefined) return nul;
  const found = otherKinds.find(([begins]) => begins.test(text));
  return (
    found &&
    `The file is ${found[1]}, not CSV, whatever its name says. Export it as CSV, or open it in a ` +
      'spreadsheet and save it as CSV UTF-8.'
  );
}
