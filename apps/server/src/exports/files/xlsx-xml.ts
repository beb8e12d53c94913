export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const mainNs = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Escapes also `_x0041_`, an A in a spreadsheet. `escapeFormula` removed what XML cannot hold. */
export function escapeXml(text: string): string {
  if (!/[&<>\r_]/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}
