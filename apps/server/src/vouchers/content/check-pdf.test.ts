import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { objectStream, pdf, stream, updated } from '../../../test/voucher-files.ts';
import { cleanFile } from './clean-file.ts';

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const scripted = /has a script/;
const withFiles = /has other files in it/;
const damagedPdf = /PDF is damaged/;
const launches = /starts other programs/;
const opens = /more than show a page/;
const unknown = /neither a photo/;
const locked = /needs a password/;
const xml = '<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:x"/>';

type Expected = 'pdf' | RegExp;
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
  ...['java\\tscript:x', 'vbscript:x', 'data:text/html,x'].map(
    (address): Case => [
      `a PDF with a link to ${address}`,
      scripted,
      () => pdf({ page: `/Annots [<< /A << /S /URI /URI (${address}) >> >>]` }),
    ],
  ),
  [
    'a PDF with a link to a program of the disk',
    launches,
    () => pdf({ page: '/Annots [<< /A << /S /URI /URI (File:///C:/cmd.exe) >> >>]' }),
  ],
  [
    'a PDF with a page that prints itself',
    'pdf',
    () => pdf({ catalog: '/OpenAction << /S /Named /N /Print >>' }),
  ],
  ...[
    'URI /URI (https://a.example)',
    'SubmitForm /F (https://a.example)',
    'GoToR /F (b.pdf)',
  ].flatMap((action): Case[] => [
    [
      `a PDF that opens with ${action}`,
      opens,
      () => pdf({ catalog: `/OpenAction << /S /${action} >>` }),
    ],
    [
      `a PDF that goes on from a page with ${action}`,
      opens,
      () =>
        pdf({
          catalog: '/OpenAction << /S /GoTo /D [3 0 R] /Next [4 0 R] >>',
          objects: [`<< /S /${action} >>`],
        }),
    ],
    [
      `a PDF with a page that does ${action}`,
      opens,
      () => pdf({ page: '/AA 4 0 R', objects: [`<< /O << /S /${action} >> >>`] }),
    ],
  ]),
  [
    'a PDF whose first action is defined twice',
    opens,
    () =>
      updated(
        pdf({ catalog: '/OpenAction 4 0 R', objects: ['<< /S /URI /URI (https://a.example) >>'] }),
        { 4: '<< /S /GoTo /D [3 0 R /Fit] >>' },
      ),
  ],
  [
    'a PDF whose actions are a ring',
    'pdf',
    () =>
      pdf({
        catalog: '/OpenAction 4 0 R',
        objects: ['<< /S /GoTo /D [3 0 R /Fit] /Next 4 0 R >>'],
      }),
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
  [
    'a PDF with a ZIP behind it',
    damagedPdf,
    () => Buffer.concat([pdf(), Buffer.from('PK\u0003\u0004')]),
  ],
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
            '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length 4 >>' +
              '\nstream\nabcd\nendstream',
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

it.each([...documents, ...encryptedDocuments])(
  'takes or refuses %s',
  async (_, expected, bytes) => {
    const result = await cleanFile(await bytes());
    expect(result.isClean ? result.kind : result.message).toMatch(expected);
  },
);

it('counts pages, and stores a PDF as it came', async () => {
  expect(await cleanFile(pdf({ pages: 3 }))).toEqual({ isClean: true, kind: 'pdf', pages: 3 });
});
