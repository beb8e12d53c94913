import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import type { PackPreview, TaxationPack } from '@recoup/contract/statements/pack-endpoints';
import { newId } from '@recoup/contract/core/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { callSenders } from '../../../test/call-events.ts';
import { pagesOf, pdfWords } from '../../../test/pdf-text.ts';
import { readCsv } from '../../../test/spreadsheet.ts';
import { aStatementFirm, type StatementFirm } from '../../../test/statement-firm.ts';
import { packRequests } from '../../../test/taxation-packs.ts';
import { pdf, photo, stream } from '../../../test/voucher-files.ts';
import { aStoredVoucher, aVoucherLink } from '../../../test/vouchers.ts';
import { minutes } from '../../platform/core/clock.ts';

const test = useApp();
let of: StatementFirm;
const { ask, close, made } = packRequests(test, () => of);

beforeEach(async () => {
  of = await aStatementFirm(test, { isVatVendor: true });
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function addVoucher(entry: string, file: Buffer, type = 'image/jpeg') {
  const reply = await test.call(`POST /entries/${entry}/vouchers?fileName=${newId()}`, {
    token: of.token.attorney,
    body: file,
    headers: { 'content-type': type },
  });
  expect(reply).toAnswer(201);
}

/** A voucher whose content cannot be drawn. */
async function addDamaged(entry: string, content: Buffer): Promise<void> {
  const [firmId, now] = [of.firm.id, test.clock.now()];
  const voucherId = await aStoredVoucher(test.db, { firmId, content, linkedAt: now });
  const link = { firmId, entryId: entry, voucherId, addedBy: of.attorney.id, addedAt: now };
  await aVoucherLink(test.db, { ...link, name: 'Broken.jpg' });
}

async function preview(body: object = {}): Promise<PackPreview> {
  const reply = await ask({ ...body, dryRun: true });
  expect(reply).toAnswer(200);
  return reply.json<{ data: PackPreview }>().data;
}

const part = (parts: ReadonlyMap<string, Buffer>, name: string): Buffer => {
  const found = parts.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

/** The page of the bundle that its index names for each voucher, and what is stamped there. */
function readIndex(bundle: Buffer) {
  const pages = pagesOf(bundle).map((page) =>
    page.map(({ text }) => text.replaceAll('\u00A0', ' ')),
  );
  const [index = []] = pages;
  const found = new Map<string, { page: number; stamp: string[] }>();
  for (const [at, text] of index.entries()) {
    if (!/^V\d+$/.test(text)) continue;
    const named = index.slice(at).find((each) => /^Page \d+$/.test(each)) ?? '';
    const page = Number(named.slice(5));
    found.set(text, { page, stamp: pages[page - 1] ?? [] });
  }
  return found;
}

describe('a taxation pack', () => {
  it('holds each voucher on the page that the index names, with sums and hashes', async () => {
    const { copies, sheriff, call } = of.types;
    const first = await of.record(sheriff, { amount: 450, narration: 'Service', voucher: 'SH 12' });
    const second = await of.record(copies, { amount: 2.5, quantity: 3, date: '2026-03-06' });
    await of.record(call, { minutes: 7, date: '2026-03-04', narration: 'With client' });
    await addVoucher(first, pdf({ pages: 3 }), 'application/pdf');
    await addVoucher(second, await photo(300, 200));
    await close();
    const { pack, zip, parts } = await made();
    expect(pack).toMatchObject({ state: 'ready', progress: 100, items: 3, pages: 5 });
    expect(pack.sha256).toBe(sha256(zip));
    const statement = await of.statement();
    expect(pack.sum).toBe(statement.total);
    // Each entry of the firm is on this matter.
    const [exported] = await test.data<ExportRecord[]>('GET /exports?page=1&itemsPerPage=5', {
      token: of.token.admin,
    });
    expect(exported?.vat?.gross).toBe(pack.sum);
    expect([...parts.keys()]).toEqual([
      'schedule.pdf',
      'schedule.xlsx',
      'bundle.pdf',
      'calls.pdf',
      'calls.csv',
      'certificate.pdf',
      'certificate.json',
    ]);
    for (const { name, bytes, sha256: hash } of pack.parts)
      expect([name, bytes, hash]).toEqual([
        name,
        part(parts, name).length,
        sha256(part(parts, name)),
      ]);
    const certificate = JSON.parse(part(parts, 'certificate.json').toString());
    expect(certificate).toMatchObject({ items: 3, calls: 1, vouchers: 2, pages: 5, damaged: [] });
    expect(certificate.parts).toEqual(pack.parts.slice(0, -1));
    expect(certificate.sums.total).toBe(pack.sum);
    const bundle = part(parts, 'bundle.pdf');
    const index = readIndex(bundle);
    expect(index.get('V1')).toEqual({ page: 2, stamp: ['V1 p 1/3', 'Item 2', 'Page 2'] });
    expect(index.get('V2')).toEqual({ page: 5, stamp: ['V2 p 1/1', 'Item 3', 'Page 5'] });
    const words = pdfWords(part(parts, 'schedule.pdf'));
    expect(words).toEqual(expect.arrayContaining(['1', 'V1', 'SH 12', 'V2', 'Taxed off']));
    expect(words.indexOf('V1')).toBeLessThan(words.indexOf('V2'));
    expect(words).toContain('Page total');
    for (const name of ['schedule.pdf', 'bundle.pdf', 'calls.pdf', 'certificate.pdf'])
      await expectReadable(part(parts, name));
  });

  it('shows the pages of an account that its line names, and nothing of the others', async () => {
    const token = of.token.admin;
    const supplier = await test.data<{ _id: string }>('POST /suppliers', {
      token,
      body: { name: 'Sheriff Pretoria' },
    });
    const line = { disbursementType: of.types.sheriff.id, matter: of.matters.matter.id };
    const account = await test.data<{ _id: string }>('POST /supplier-accounts', {
      token,
      body: {
        supplier: supplier._id,
        number: 'INV 7',
        date: '2026-03-05',
        total: 90,
        lines: [{ ...line, attorney: of.attorney.id, amount: 90, pages: '1' }],
      },
    });
    const scan = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray';
    const body = pdf({
      pages: 2,
      page: '/Resources 4 0 R /Contents 7 0 R',
      objects: [
        '<< /XObject << /Im1 5 0 R /Im2 6 0 R >> >>',
        stream('scan of Nel', `${scan} /BitsPerComponent 8`, false),
        stream('scan of Mkhize', `${scan} /BitsPerComponent 8`, false),
        stream('q 9 0 0 9 0 0 cm /Im1 Do Q'),
      ],
    });
    const headers = { 'content-type': 'application/pdf' };
    const path = `POST /supplier-accounts/${account._id}/vouchers?fileName=INV`;
    expect(await test.call(path, { token, body, headers })).toAnswer(201);
    await close();
    const bundle = part((await made()).parts, 'bundle.pdf');
    expect(pagesOf(bundle)).toHaveLength(2);
    expect(bundle.includes('scan of Nel')).toBe(true);
    expect(bundle.includes('scan of Mkhize')).toBe(false);
  });

  it('has the same bytes of every part when it is made again later', async () => {
    await of.recordThree();
    await close();
    const earlier = await made();
    test.clock.advance(minutes(20));
    const later = await made();
    expect(later.pack.sha256).toBe(earlier.pack.sha256);
    expect(later.zip.equals(earlier.zip)).toBe(true);
  });

  it('is whole after two runs at the same time', async () => {
    await of.recordThree();
    await close();
    const { pack, zip } = await made({}, 2);
    expect(pack).toMatchObject({ state: 'ready', sha256: sha256(zip) });
  });

  it('says what is missing before it is made, and leaves out what was taken back', async () => {
    const { copies, call } = of.types;
    const wrong = await of.record(copies, { amount: 10, quantity: 1, narration: 'Wrong' });
    const kept = await of.record(copies, { amount: 5, quantity: 2, narration: 'Right' });
    await of.record(call, { minutes: 4 });
    expect(await ask({ dryRun: true })).toAnswer(404, { code: 'nothing_to_export' });
    await close();
    const reply = await test.call(`POST /entries/${wrong}/reversal`, {
      token: of.token.attorney,
      body: { reason: 'Not ours' },
    });
    expect(reply).toAnswer(201);
    const before = await preview();
    expect(before).toMatchObject({ withoutVoucher: 2, unlocked: 1, leftOut: [] });
    await close();
    const after = await preview();
    expect(after.items.map(({ n, entry }) => [n, entry])).toContainEqual([
      expect.any(Number),
      kept,
    ]);
    expect(after).toMatchObject({ withoutVoucher: 1, unlocked: 0 });
    expect(after.leftOut.map(({ amount, why }) => [amount, why])).toEqual([
      [11.5, 'reversed'],
      [-11.5, 'reversed'],
    ]);
    expect(after.sum).toBe((await of.statement()).total);
    expect(after.items.find(({ entry }) => entry === kept)).toMatchObject({
      amount: 11.5,
      vouchers: 0,
      isVoucherMissing: true,
    });
    const { parts } = await made();
    expect(pdfWords(part(parts, 'schedule.pdf')).join(' ')).toContain('2 lines are left out');
  });

  it('puts a sheet in the place of what cannot be drawn', async () => {
    const entry = await of.record(of.types.copies, { amount: 5, quantity: 1 });
    await addDamaged(entry, Buffer.from('no picture'));
    test.clock.advance(minutes(1));
    const page = '/Contents 4 0 R';
    const broken = stream('0 0 10 10 re f', '', false);
    const spoilt = Buffer.from(
      broken.toString('latin1').replace('<< ', '<< /Filter /FlateDecode '),
    );
    await addVoucher(entry, pdf({ page, objects: [spoilt], pages: 2 }), 'application/pdf');
    await close();
    const { pack, parts } = await made();
    expect(pack.state).toBe('ready');
    const pages = pagesOf(part(parts, 'bundle.pdf')).map((texts) =>
      texts.map(({ text }) => text).join(' '),
    );
    expect(pages[1]).toMatch(/^V1 p 1\/1 .*damaged/);
    expect(pages[2]).toMatch(/^V2 p 1\/2 .*damaged/);
    const { damaged } = JSON.parse(part(parts, 'certificate.json').toString());
    expect(damaged).toEqual(['V1', 'V2 p 1/2', 'V2 p 2/2']);
  });

  it('proves each call by the file that it came from', async () => {
    const body = {
      extensions: [{ value: '102', attorney: of.attorney.id }],
    };
    await test.call('PUT /extensions', { token: of.token.admin, body });
    const file = Buffer.from(
      'Start,Extension,Other party,Seconds,Account code,Direction,Id\n' +
        '2026-03-17 10:00:05,102,0825550101,190,B/1,out,a1\n',
    );
    const imported = await test.app.inject({
      method: 'POST',
      url: '/core/api/call-imports',
      headers: { authorization: `Bearer ${of.token.admin}`, 'content-type': 'text/csv' },
      payload: file,
    });
    expect(imported).toAnswer(201);
    const accepted = await test.call('POST /call-records/acceptances', {
      token: of.token.admin,
      body: { from: '2026-03-01', to: '2026-03-18' },
    });
    expect(accepted.statusCode).toBeLessThan(300);
    await of.record(of.types.call, { minutes: 3 });
    await close();
    const { parts } = await made({ masksNumbers: true });
    const [, ...calls] = readCsv(part(parts, 'calls.csv').toString());
    expect(calls).toEqual([
      ['1', '2026-03-05', '', '', '', '', '', '', '', '', 'by hand'],
      [
        '2',
        '2026-03-17',
        '10:00:05',
        '190',
        '082 555 ****',
        'out',
        '102',
        expect.any(String),
        '1',
        sha256(file),
        'by telephone',
      ],
    ]);
    expect(pdfWords(part(parts, 'calls.pdf'))).toContain('082 555 ****');
  });
});

it('proves a call by the request that brought it', async () => {
  const token = of.token.admin;
  const extensions = [{ value: '102', attorney: of.attorney.id }];
  await test.call('PUT /extensions', { token, body: { extensions } });
  const { take } = await callSenders(test, { admin: token }).aSender('csv');
  const parties = { ownParty: '102', otherParty: '0825550101', direction: 'out' };
  const call = { ...parties, startedAt: '2026-03-17T08:00:05Z', seconds: 190 };
  const sent = JSON.stringify({ ...call, accountCode: 'B/1' });
  expect(await take(sent)).toMatchObject({ taken: 1 });
  const body = { from: '2026-03-01', to: '2026-03-18' };
  const accepted = await test.call('POST /call-records/acceptances', { token, body });
  expect(accepted.statusCode).toBeLessThan(300);
  await close();
  const [, row] = readCsv(part((await made()).parts, 'calls.csv').toString());
  expect(row?.[9]).toBe(sha256(Buffer.from(sent)));
});

async function expectReadable(bytes: Buffer): Promise<void> {
  const document = await PDFDocument.load(bytes);
  const text = bytes.toString('latin1');
  expect(document.getPageCount()).toBeGreaterThan(0);
  expect(text).toContain('/Marked true');
  expect(text).toContain('/StructTreeRoot');
  expect(text).toContain('/Outlines');
}

it('has the titles and the order of parts that the firm chose', async () => {
  await of.recordThree();
  await close();
  const save = async (body: object) =>
    test.call('PUT /taxation-settings', { token: of.token.admin, body });
  expect(await save({ order: ['bundle', 'bundle', 'calls'] })).toAnswer(400);
  expect(await save({ titles: { who: '' } })).toAnswer(400);
  expect(
    await save({ titles: { who: 'Attorney' }, order: ['bundle', 'calls', 'schedule'] }),
  ).toAnswer(200);
  const saved = await test.data('GET /taxation-settings', { token: of.token.admin });
  expect(saved).toMatchObject({ titles: { who: 'Attorney', date: 'Date' } });
  const { parts } = await made();
  expect([...parts.keys()].slice(0, 4)).toEqual([
    'bundle.pdf',
    'calls.pdf',
    'calls.csv',
    'schedule.pdf',
  ]);
  const words = pdfWords(part(parts, 'schedule.pdf'));
  expect(words).toContain('Attorney');
  expect(words).not.toContain('Who');
});

describe('requests for taxation packs', () => {
  it('find the pack by the hash of its ZIP and of each part', async () => {
    await of.recordThree();
    await close();
    const { pack } = await made();
    const find = async (hash: string, token = of.token.admin) =>
      (await test.call(`GET /taxation-packs?sha256=${hash}`, { token })).json<{
        data: TaxationPack[];
      }>().data;
    for (const hash of [pack.sha256 ?? '', ...pack.parts.map((each) => each.sha256)])
      expect((await find(hash)).map(({ _id }) => _id)).toEqual([pack._id]);
    expect(await find('0'.repeat(64))).toEqual([]);
    expect(await find(pack.sha256 ?? '', await test.signInAdmin())).toEqual([]);
    const { matter, other } = of.matters;
    const list = async (id: string) =>
      test.data<TaxationPack[]>(`GET /taxation-packs?matter=${id}`, { token: of.token.admin });
    expect((await list(matter.id)).map(({ _id }) => _id)).toEqual([pack._id]);
    expect(await list(other.id)).toEqual([]);
  });

  it('are refused where days end before they begin, and before a pack is ready', async () => {
    await of.recordThree();
    await close();
    expect(await ask({ from: '2026-04-01', to: '2026-03-01' })).toAnswer(400);
    expect(await ask({ from: '2027-01-01' })).toAnswer(404, { code: 'nothing_to_export' });
    const { _id } = (await ask()).json<{ data: TaxationPack }>().data;
    const file = await test.call(`GET /taxation-packs/${_id}/file`, { token: of.token.admin });
    expect(file).toAnswer(409);
  });
});
