import type { Face } from '../../platform/pdf/wrap.ts';

/** How a text is drawn. */
export const faces = {
  firm: { font: 'bold', size: 13 },
  matter: { font: 'bold', size: 8 },
  cell: { font: 'plain', size: 7.5 },
  subtotal: { font: 'bold', size: 7.5 },
} as const satisfies Record<string, Face>;
export type ExportFace = keyof typeof faces;

export function setFace(document: PDFKit.PDFDocument, face: ExportFace): PDFKit.PDFDocument {
  return document.font(faces[face].font, faces[face].size);
}
