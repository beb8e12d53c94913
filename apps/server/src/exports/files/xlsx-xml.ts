export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const packageNs = 'http://schemas.openxmlformats.org/package/2006';
export const officeNs = 'http://schemas.openxmlformats.org/officeDocument/2006';
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

/** Ids are `rId1` and so on, in this order. */
export function relationships(...targets: [type: string, target: string][]): string {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  const ns = `${packageNs}/relationships`;
  return `${xmlHead}<Relationships xmlns="${ns}">${each.join('')}</Relationships>`;
}
