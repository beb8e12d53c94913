import { readJpegShape } from '../../platform/core/jpeg-shape.ts';
import { officeNs, relationships, xmlHead } from './xlsx-xml.ts';

/** Width and height in points. */
export type Picture = { jpeg: Buffer; width: number; height: number };

/** The logo as large as in the PDF; an invalid picture is left out. */
export function logoPicture(logo: Buffer | null): Picture | undefined {
  const shape = logo === null ? undefined : readJpegShape(logo);
  if (!logo || !shape) return undefined;
  const scale = Math.min(90 / shape.width, 32 / shape.height);
  return { jpeg: logo, width: shape.width * scale, height: shape.height * scale };
}

/** The first cell of the drawing, counted from zero: right of the firm's name. */
const place = { column: 2, row: 0 };
const drawing = 'xl/drawings/drawing1.xml';
const media = 'xl/media/logo.jpeg';

export const pictureTypes = {
  extension: ['jpeg', 'image/jpeg'],
  drawing: [`/${drawing}`, 'application/vnd.openxmlformats-officedocument.drawing+xml'],
} as const;

/** The drawing of a sheet, which names it as `rId1`. */
export function pictureParts(sheet: string, picture: Picture) {
  const ofSheet = relationships([`${officeNs}/relationships/drawing`, `../drawings/drawing1.xml`]);
  const ofDrawing = relationships([`${officeNs}/relationships/image`, '../media/logo.jpeg']);
  return [
    { name: `xl/worksheets/_rels/${sheet}.rels`, text: [ofSheet] },
    { name: drawing, text: [drawingXml(picture)] },
    { name: 'xl/drawings/_rels/drawing1.xml.rels', text: [ofDrawing] },
    { name: media, text: [picture.jpeg] },
  ];
}

/** English Metric Units of a point. */
const emu = 12_700;

function drawingXml({ width, height }: Picture): string {
  const main = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const ns = [
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"',
    `xmlns:a="${main}" xmlns:r="${officeNs}/relationships"`,
  ];
  const size = `cx="${Math.round(width * emu)}" cy="${Math.round(height * emu)}"`;
  const { column, row } = place;
  return [
    `${xmlHead}<xdr:wsDr ${ns.join(' ')}><xdr:oneCellAnchor>`,
    `<xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff>`,
    `<xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${size}/>`,
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo" descr="Logo of the firm"/>',
    '<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>',
    '<xdr:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>',
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>`,
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>',
    '<xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>',
  ].join('');
}
