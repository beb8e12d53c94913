import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { objectStream, pdf, photo, stream, updated } from '../../../test/voucher-files.ts';
import { cleanFile } from './clean-file.ts';

const fixture = new URL('fixtures/photo.heic', import.meta.url);
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const scripted = /has a script/;
const withFiles = /has other files in it/;
const damagedPdf = /PDF is damaged/;
const damagedPicture = /picture is damaged/;
const launches = /starts other programs/;
const unknown = /neither a photo/;
const locked = /needs a password/;
const xml = '<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:x"/>';

type Expected = 'jpeg' | 'png' | 'pdf' | RegExp;
type Case = readonly [name: string, expected: Expected, bytes: () => Buffer | Promise<Buffer>];

async function made(
  change: (document: PDFDocument) => unknown,
  options: { useObjectStreams?: boolean } = {},
): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  return Buffer.from(await document.save(options));
}

const algorithms = ['AES-256', 'AES-128', 'RC4-128', 'RC4-40'] as const;

async function encrypted(
  algorithm: (typeof algorithms)[number],
  { userPassword, js = false }: { userPassword?: string; js?: boolean },
): Promise<Buffer> {
  return made((document) => {
    if (js) document.addJavaScript('main', 'app.alert(1)');
    const passwords = { ownerPassword: 'owner', userPassword: userPassword ?? '' };
    document.encrypt({ ...passwords, algorithm, allowWeakCryptography: true });
  });
}

function invoice(content: string | Buffer, more: Parameters<typeof pdf>[0] = {}): Buffer {
  const { objects = [], catalog = '' } = more;
  return pdf({
    catalog: `/AF [4 0 R] /Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >> ${catalog}`,
    objects: [
      '<< /Type /Filespec /F (factur-x.xml) /EF << /F 5 0 R /UF 5 0 R >> >>',
      stream(content, '/Type /EmbeddedFile /Subtype /text#2Fxml'),
      ...objects,
    ],
  });
}

/** A PNG that claims other measures than it has. */
async function claimingPng(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp(await photo())
    .png()
    .toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

async function claimingJpeg(width: number, height: number): Promise<Buffer> {
  const bytes = await photo();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

const pictures: readonly Case[] = [
  ['a JPEG', 'jpeg', async () => photo()],
  ['a progressive JPEG', 'jpeg', async () => photo(64, 48, { progressive: true })],
  [
    'a JPEG with another file behind it',
    'jpeg',
    async () => append(await photo(), 'PK\u0003\u0004'),
  ],
  [
    'a PNG',
    'png',
    async () =>
      sharp(await photo())
        .png()
        .toBuffer(),
  ],
  [
    'an interlaced PNG',
    'png',
    async () =>
      sharp(await photo())
        .png({ progressive: true })
        .toBuffer(),
  ],
  ['a HEIC', 'jpeg', () => readFileSync(fixture)],
  ['a HEIC that is cut off', damagedPicture, () => readFileSync(fixture).subarray(0, 500)],
  ['a HEIC of a header alone', damagedPicture, () => readFileSync(fixture).subarray(0, 40)],
  [
    'an AVIF',
    unknown,
    async () =>
      sharp(await photo())
        .avif({ effort: 0 })
        .toBuffer(),
  ],
  [
    'a GIF',
    unknown,
    async () =>
      sharp(await photo())
        .gif()
        .toBuffer(),
  ],
  [
    'a WebP',
    unknown,
    async () =>
      sharp(await photo())
        .webp()
        .toBuffer(),
  ],
  ['an SVG', unknown, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an empty file', /is empty/, () => Buffer.alloc(0)],
  ['a file of zeros', unknown, () => Buffer.alloc(5000)],
  ['15 MB and a byte', /more than 15 MB/, () => Buffer.alloc(15 * 1024 * 1024 + 1, 0xff)],
  ['a JPEG of two bytes', unknown, () => Buffer.from([0xff, 0xd8])],
  ['a JPEG that is cut off', damagedPicture, async () => (await photo()).subarray(0, -40)],
  ['a JPEG without its end', damagedPicture, async () => (await photo()).subarray(0, -2)],
  [
    'a JPEG with a byte before it',
    unknown,
    async () => Buffer.concat([Buffer.from('x'), await photo()]),
  ],
  [
    'a JPEG that claims 4 000 million pixels',
    /100 million pixels/,
    async () => claimingJpeg(65_500, 65_500),
  ],
  ['a JPEG that claims no pixels', damagedPicture, async () => claimingJpeg(0, 48)],
  [
    'a PNG that claims 4 000 million pixels',
    /100 million pixels/,
    async () => claimingPng(65_500, 65_500),
  ],
  ['a PNG that claims more rows than it has', damagedPicture, async () => claimingPng(64, 400)],
  [
    'a PNG that is cut off',
    damagedPicture,
    async () =>
      (
        await sharp(await photo(600, 400))
          .png()
          .toBuffer()
      ).subarray(0, -90),
  ],
  [
    'a PNG of its signature alone',
    damagedPicture,
    () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  ],
  ['a web page', unknown, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a ZIP', unknown, () => Buffer.from('PK\u0003\u0004rest')],
  ['a program', unknown, () => Buffer.from('MZ\u0090\u0000')],
];

function append(bytes: Buffer, more: string): Buffer {
  return Buffer.concat([bytes, Buffer.from(more, 'latin1')]);
}

const documents: readonly Case[] = [
  ['a PDF', 'pdf', () => pdf()],
  ['a PDF with object streams', 'pdf', async () => made(() => {}, { useObjectStreams: true })],
  ['a PDF that opens at a page', 'pdf', () => pdf({ catalog: '/OpenAction [3 0 R /Fit]' })],
  [
    'a PDF with an action to a page',
    'pdf',
    () => pdf({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' }),
  ],
  [
    'a PDF with a link',
    'pdf',
    () => pdf({ page: '/Annots [<< /Subtype /Link /A << /S /URI /URI (https://a.example) >> >>]' }),
  ],
  [
    'a PDF with JavaScript in a text',
    'pdf',
    () => pdf({ objects: [stream('BT (/JS /JavaScript) Tj ET')] }),
  ],
  ['a PDF with an update', 'pdf', () => updated(pdf(), { 4: '<< /A 1 >>' })],
  ['a PDF that opens with a script', scripted, () => pdf({ catalog: `/OpenAction ${script}` })],
  [
    'a PDF with a script in another object',
    scripted,
    () => pdf({ catalog: '/OpenAction 4 0 R', objects: [script] }),
  ],
  [
    'a PDF with a named script',
    scripted,
    () => pdf({ catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', objects: ['<< >>'] }),
  ],
  ['a PDF with a script of a page', scripted, () => pdf({ page: `/AA << /O ${script} >>` })],
  [
    'a PDF with a script after a link',
    scripted,
    () => pdf({ page: `/Annots [<< /A << /S /URI /URI (a) /Next ${script} >> >>]` }),
  ],
  [
    'a PDF with a script after a list of actions',
    scripted,
    () =>
      pdf({
        catalog: `/OpenAction << /S /GoTo /D [3 0 R] /Next [<< /S /GoTo /Next ${script} >>] >>`,
      }),
  ],
  [
    'a PDF with a script in an object stream',
    scripted,
    () => pdf({ catalog: '/OpenAction 9 0 R', objects: [objectStream(9, script)] }),
  ],
  [
    'a PDF with an escaped script',
    scripted,
    () => pdf({ catalog: '/OpenAction << /S /#4AavaScript /#4a#53 (x) >>' }),
  ],
  [
    'a PDF whose update hides a script',
    scripted,
    () =>
      updated(pdf({ catalog: `/OpenAction ${script}` }), {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
      }),
  ],
  [
    'a PDF whose update adds a script',
    scripted,
    () => updated(pdf(), { 1: `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} >>` }),
  ],
  [
    'a PDF with a link to a script',
    scripted,
    () => pdf({ page: '/Annots [<< /A << /S /URI /URI ( JavaScript:x) >> >>]' }),
  ],
  [
    'a PDF with a script in a form',
    scripted,
    () => pdf({ catalog: `/AcroForm << /Fields [<< /AA << /K ${script} >> >>] >>` }),
  ],
  [
    'a PDF that starts a program',
    launches,
    () => pdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
  ],
  [
    'a PDF whose action is named elsewhere',
    launches,
    () => pdf({ catalog: '/OpenAction << /S 4 0 R /F (a) >>', objects: ['/Launch'] }),
  ],
  [
    'a PDF whose trailer has a catalog with a script',
    scripted,
    () => pdf({ trailer: `/Prev 1 /Root << /Pages 2 0 R /OpenAction ${script} >>` }),
  ],
  [
    'an XFA form',
    /is an XFA form/,
    () => pdf({ catalog: '/AcroForm << /XFA 4 0 R >>', objects: [stream('<xdp/>')] }),
  ],
  ['a PDF with a program in it', withFiles, () => invoice('MZ')],
  ['an e-invoice', 'pdf', () => invoice(xml)],
  [
    'an e-invoice of UBL',
    'pdf',
    () => invoice('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'),
  ],
  [
    'an e-invoice with an entity',
    withFiles,
    () => invoice('<!DOCTYPE a [<!ENTITY b "c">]><Invoice/>'),
  ],
  [
    'an e-invoice with a second file',
    withFiles,
    () => invoice(xml, { objects: [stream('MZ', '/Type /EmbeddedFile')] }),
  ],
  [
    'an e-invoice whose file is defined twice',
    withFiles,
    () => updated(invoice(xml), { 5: stream('MZ', '', false).toString() }),
  ],
  [
    'an e-invoice with a script',
    scripted,
    () => invoice(xml, { catalog: `/OpenAction ${script}` }),
  ],
  [
    'a PDF with an attached file',
    withFiles,
    () =>
      pdf({
        page: '/Annots [<< /Subtype /FileAttachment /FS << /EF << /F 4 0 R >> >> >>]',
        objects: [stream('MZ')],
      }),
  ],
  ['a PDF with a film', withFiles, () => pdf({ page: '/Annots [<< /Subtype /RichMedia >>]' })],
  ['a portfolio', withFiles, () => pdf({ catalog: '/Collection << >>' })],
  ['a PDF that is cut off', damagedPdf, () => pdf().subarray(0, -30)],
  ['a PDF of its header alone', damagedPdf, () => Buffer.from('%PDF-1.7\n%%EOF')],
  [
    'a PDF without pages',
    damagedPdf,
    () => pdf({ pages: 0, catalog: '/Pages 4 0 R', objects: ['<< /Kids [] >>'] }),
  ],
  ['a PDF with a ZIP behind it', damagedPdf, () => append(pdf(), 'PK\u0003\u0004')],
  [
    'a PDF behind a web page',
    unknown,
    () => Buffer.concat([Buffer.from('<script>1</script>'), pdf()]),
  ],
  [
    'an object in the content of another',
    damagedPdf,
    () => pdf({ objects: [stream(`9 0 obj\n${script}\nendobj`, '', false)] }),
  ],
  [
    'an object stream of another type',
    damagedPdf,
    () => pdf({ objects: [objectStream(9, script, '')] }),
  ],
  [
    'an object stream that is not packed',
    damagedPdf,
    () =>
      pdf({
        objects: [
          Buffer.from(
            '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length 4 >>\nstream\nabcd\nendstream',
          ),
        ],
      }),
  ],
  [
    'an object stream with a predictor',
    damagedPdf,
    () =>
      pdf({
        objects: [objectStream(9, '<< >>', '/Type /ObjStm /DecodeParms << /Predictor 12 >>')],
      }),
  ],
  [
    'a page tree that is a ring',
    damagedPdf,
    () => pdf({ catalog: '/Pages 4 0 R', objects: ['<< /Kids [4 0 R] >>'] }),
  ],
  ['5 000 pages', /more than 1 000 pages/, () => pdf({ pages: 5_000 })],
  ['1 000 pages', 'pdf', () => pdf({ pages: 1_000 })],
  ['arrays 100 000 deep', damagedPdf, () => pdf({ objects: ['['.repeat(100_000)] })],
];

const encryptedDocuments: readonly Case[] = algorithms.flatMap((name): Case[] => [
  [`a PDF with ${name} and no password`, 'pdf', async () => encrypted(name, {})],
  [`a PDF with ${name} and a script`, scripted, async () => encrypted(name, { js: true })],
  [`a PDF with ${name} and a password`, locked, async () => encrypted(name, { userPassword: 'x' })],
]);

describe.each([
  ['pictures', pictures],
  ['documents', documents],
  ['encrypted documents', encryptedDocuments],
])('%s', (_, cases) => {
  it.each(cases)('%s', async (_name, expected, bytes) => {
    const result = await cleanFile(await bytes());

    if (typeof expected === 'string')
      expect(result).toMatchObject({ isClean: true, kind: expected });
    else expect(result).toEqual({ isClean: false, message: expect.stringMatching(expected) });
  });
});

it('turns a picture upright and removes place and device', async () => {
  const taken = await sharp(await photo(64, 48))
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '26/1 12/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

  const result = await cleanFile(taken);

  const content = result.isClean ? (result.content ?? taken) : taken;
  expect(taken.includes('Exif')).toBe(true);
  expect(await sharp(content).metadata()).toMatchObject({ width: 48, height: 64 });
  expect(content.includes('Exif')).toBe(false);
});

it('stores pictures with at most 3 000 pixels a side', async () => {
  const result = await cleanFile(await photo(4_000, 1_000));

  const content = result.isClean ? result.content : undefined;
  expect(await sharp(content).metadata()).toMatchObject({ width: 3_000, height: 750 });
});

it('stores a HEIC as a JPEG with its pixels', async () => {
  const result = await cleanFile(readFileSync(fixture));

  const content = result.isClean ? result.content : undefined;
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 64, height: 48 });
  const [red = 0, , blue = 0] = data.subarray(60 * 3);
  expect([data[2] ?? 0, red].every((value) => value > 150) && blue < 100).toBe(true);
});

it('counts pages, and stores a PDF as it came', async () => {
  expect(await cleanFile(pdf({ pages: 3 }))).toEqual({ isClean: true, kind: 'pdf', pages: 3 });
});
