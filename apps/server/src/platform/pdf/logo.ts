/** The picture as pdfkit keeps it once for all pages. */
export function logoSource(jpeg: Buffer | null): string | null {
  return jpeg === null ? null : `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

/** Returns the width of the logo with its margin; an invalid picture is left out. */
export function drawLogo(
  document: PDFKit.PDFDocument,
  logo: string | null,
  { x, y }: { x: number; y: number },
): number {
  if (logo === null) return 0;
  try {
    document.image(logo, x, y, { fit: [90, 32] });
    return logoWidth;
  } catch {
    return 0;
  }
}

export const logoWidth = 100;
