import { quoted } from './xlsx-style-ids.ts';
import { mainNs, xmlHead } from './xlsx-xml.ts';

/** Number format, font and alignment, in the order of the ids. */
const formats = [
  { format: 0, font: 0, alignment: '' },
  { format: 49, font: 1, alignment: '<alignment vertical="top"/>' },
  { format: 164, font: 0, alignment: '<alignment horizontal="left" vertical="top"/>' },
  { format: 4, font: 0, alignment: '<alignment vertical="top" shrinkToFit="1"/>' },
  { format: 49, font: 0, alignment: '<alignment vertical="top" wrapText="1"/>' },
  { format: 4, font: 1, alignment: '<alignment horizontal="left" shrinkToFit="1"/>' },
  { format: 1, font: 0, alignment: '<alignment vertical="top"/>' },
  { format: 49, font: 1, alignment: '<alignment horizontal="right"/>' },
  {
    format: 49,
    font: 0,
    alignment: '<alignment horizontal="left" vertical="top" wrapText="1" indent="1"/>',
  },
  { format: 4, font: 1, alignment: '<alignment vertical="top" shrinkToFit="1"/>' },
  { format: 1, font: 0, alignment: '<alignment horizontal="left" vertical="top"/>' },
  { format: 49, font: 0, alignment: '<alignment horizontal="right" vertical="top"/>' },
  { format: 49, font: 1, alignment: '<alignment vertical="top" wrapText="1"/>' },
  {
    format: 49,
    font: 1,
    alignment: '<alignment horizontal="right" vertical="top" wrapText="1"/>',
  },
  {
    format: 49,
    font: 1,
    alignment: '<alignment horizontal="left" vertical="top" wrapText="1" indent="1"/>',
  },
];
const quotedFormats = Object.keys(quoted).flatMap((id) => formats[Number(id)] ?? []);

const cellFormats = [...formats, ...quotedFormats]
  .map(({ format, font, alignment }, index) => {
    const quote = index < formats.length ? '' : 'quotePrefix="1" ';
    const applyFont = font === 1 ? ' applyFont="1"' : '';
    const applyAlignment = alignment === '' ? '' : ' applyAlignment="1"';
    const ids = `numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"`;
    const applied = `${quote}applyNumberFormat="1"${applyFont}${applyAlignment}`;
    return `<xf ${ids} ${applied}>${alignment}</xf>`;
  })
  .join('');

const font = '<sz val="11"/><name val="Calibri"/>';
export const styles = [
  `${xmlHead}<styleSheet xmlns="${mainNs}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>',
  `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${formats.length + quotedFormats.length}">${cellFormats}</cellXfs>`,
  '</styleSheet>',
].join('');
