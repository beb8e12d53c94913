import { PDFDocument } from '@cantoo/pdf-lib';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { pdf, stream } from '../../../test/voucher-files.ts';
import { cleanInProcess } from './clean-in-process.ts';
import { extractPages } from './extract-pages.ts';

/** Two pages, each with a scan, whose resources are shared. */
function scans(page = ''): Buffer {
  const picture = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray';
  return pdf({
    page: `/Resources 4 0 R /Contents 7 0 R ${page}`,
    objects: [
      '<< /XObject << /Im1 5 0 R /Im2 6 0 R >> >>',
      stream('scan of Nel', `${picture} /BitsPerComponent 8`, false),
      stream('scan of Mkhize', `${picture} /BitsPerComponent 8`, false),
      stream('q 9 0 0 9 0 0 cm /Im1 Do Q'),
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [10 0 R /Fit] >>',
      stream('(the page of Mkhize) Tj', '', false),
      '<< /Type /Page /Parent 2 0 R /Contents 9 0 R /MediaBox [0 0 200 200] >>',
    ],
    pages: 1,
  });
}

async function extracted(file: Buffer, pages: string): Promise<Buffer> {
  const part = await extractPages(file, pages);
  if (!part.isClean || !part.content) throw new Error('nothing was extracted');
  return part.content;
}

it('takes the named pages in their order, each once', async () => {
  const file = pdf({ pages: 6 });

  const part = await extracted(file, '5,2-3,3,9');

  expect((await PDFDocument.load(part)).getPageCount()).toBe(3);
  expect(await extracted(file, '5,2-3,3,9')).toEqual(part);
});

it('takes the pictures that a page draws, and no others', async () => {
  const part = await extracted(scans(), '1');

  expect(part.includes('scan of Nel')).toBe(true);
  expect(part.includes('scan of Mkhize')).toBe(false);
});

const image = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray';
const scan = (of: string) => stream(`scan of ${of}`, `${image} /BitsPerComponent 8`, false);

/** A page that draws by `content`; a form, a pattern, a mask and a note share all resources. */
function stamped(content: string, form = '/Im1 Do'): Buffer {
  const resources = '/Resources 4 0 R';
  const drawing = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]';
  return pdf({
    page: `${resources} /Contents 7 0 R /Annots [11 0 R]`,
    objects: [
      '<< /XObject << /Im1 5 0 R /Im2 6 0 R /Fm1 8 0 R >> /Pattern << /P1 9 0 R >> ' +
        '/ExtGState << /G1 10 0 R >> >>',
      scan('Nel'),
      scan('Mkhize'),
      stream(content),
      stream(form, `${drawing} ${resources}`),
      stream('/Im1 Do', `/Type /Pattern /PatternType 1 ${resources}`),
      '<< /Type /ExtGState /SMask << /S /Alpha /G 8 0 R >> >>',
      '<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 8 0 R >> >>',
    ],
  });
}

it.each(['/Fm1 Do', '/Pattern cs /P1 scn', '/G1 gs', '0 0 9 9 re f'])(
  'takes the pictures that are drawn within %s, and no others of the shared list',
  async (content) => {
    const part = await extracted(stamped(content), '1');

    expect(part.includes('scan of Nel')).toBe(true);
    expect(part.includes('scan of Mkhize')).toBe(false);
  },
);

it('takes the picture of a form that uses the resources of its page', async () => {
  const part = await extracted(scans(), '1');
  const whole = await extracted(stamped('/Fm1 Do', '/Im2 Do'), '1');

  expect([part, whole].map((file) => file.includes('scan of Mkhize'))).toEqual([false, true]);
});

it('takes no page that a link leads to', async () => {
  const part = await extracted(scans('/Annots [8 0 R]'), '1');

  expect(part.includes('the page of Mkhize')).toBe(false);
  expect(part.includes('/Link')).toBe(true);
});

it('refuses pages that the file does not have', async () => {
  expect(await extractPages(pdf(), '2-3')).toMatchObject({ isClean: false });
});

it('runs in the process that reads files', async () => {
  const chunks: Buffer[] = [];
  const part = await cleanInProcess(Readable.from([pdf({ pages: 3 })]), {
    pages: '2-3',
    take: async (content) => {
      for await (const chunk of content) chunks.push(chunk);
    },
  });

  expect(part).toMatchObject({ isClean: true, kind: 'pdf', pages: 2 });
  expect(Buffer.concat(chunks).toString('latin1', 0, 5)).toBe('%PDF-');
});
