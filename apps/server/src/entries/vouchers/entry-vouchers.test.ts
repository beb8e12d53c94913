import type { IncidentPack } from '@recoup/contract/audit/endpoints';
import type { Reversal } from '@recoup/contract/entries/reversals';
import type { Statement } from '@recoup/contract/statements/endpoints';
import type { Voucher } from '@recoup/contract/vouchers/endpoints';
import { newId } from '@recoup/contract/core/ids';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { pdf, photo } from '../../../test/voucher-files.ts';
import { aStoredVoucher, aVoucherLink, sha256 } from '../../../test/vouchers.ts';
import { deleteUnlinkedVouchers } from '../../vouchers/vouchers.service.ts';

const test = useApp();
let of: Awaited<ReturnType<typeof voucherFirm>>;

beforeEach(async () => {
  of = await voucherFirm();
});

/** An attorney with three entries, one of them exported, and a colleague with one. */
async function voucherFirm() {
  const firm = await test.aFirm();
  const [attorney, colleague] = [await test.aUser({ firm }), await test.aUser({ firm })];
  const admin = await test.anAdmin({ firm });
  const [type, matter] = [await test.aDisbursementType(firm), await test.aMatter(firm)];
  await test.assignTypes(firm);
  const token = {
    attorney: await test.signIn(attorney),
    colleague: await test.signIn(colleague),
    admin: await test.signIn(admin),
  };
  const locked = await test.anEntry({ firm, attorney, matter, type });
  const body = { override: 'Tested' };
  expect(await test.call('POST /exports', { token: token.admin, body })).toAnswer(201);
  return {
    firm,
    attorney,
    colleague,
    admin,
    token,
    locked,
    matter,
    type,
    entry: await test.anEntry({ firm, attorney, matter, type }),
    other: await test.anEntry({ firm, attorney, matter, type }),
    colleagueEntry: await test.anEntry({ firm, attorney: colleague, matter, type }),
  };
}

type As = keyof typeof of.token;

async function add(
  entry: string,
  file: Buffer,
  { as = 'attorney', name = 'a.jpg' }: { as?: As; name?: string } = {},
) {
  return test.call(`POST /entries/${entry}/vouchers?fileName=${name}`, {
    token: of.token[as],
    body: file,
    headers: { 'content-type': 'image/jpeg' },
  });
}
const list = async (entry: string, as: As = 'attorney') =>
  test.data<Voucher[]>(`GET /entries/${entry}/vouchers`, { token: of.token[as] });
const actions = async (entry: string) =>
  (await test.listRows('auditLog', { subjectId: entry }, ['action'])).map(({ action }) => action);

/** A voucher of the firm that needs no reading. */
async function stored(content = newId()): Promise<{ id: string; file: Buffer }> {
  const file = Buffer.from(content);
  const firmId = of.firm.id;
  const id = await aStoredVoucher(test.db, { firmId, content: file, linkedAt: test.clock.now() });
  return { id, file };
}

it('stores a photo without its metadata, and sends it', async () => {
  const taken = await sharp(await photo())
    .withExif({ IFD3: { GPSLatitude: '26/1 12/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

  const added = await add(of.entry.id, taken, { name: 'Sheriff%20Nel.HEIC' });

  expect(added).toAnswer(201, { data: { kind: 'jpeg', pages: null, name: 'Sheriff Nel.HEIC' } });
  const { data } = added.json<{ data: Voucher }>();
  expect(data).toMatchObject({
    addedBy: { name: of.attorney.name },
    withdrawn: null,
    receivedSha256: sha256(taken).toString('hex'),
  });
  const file = await test.call(`GET /vouchers/${data._id}`, { token: of.token.attorney });
  expect(sha256(file.rawPayload).toString('hex')).toBe(data.sha256);
  expect(file.rawPayload.includes('Exif')).toBe(false);
  expect(file.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringContaining('filename="Sheriff_Nel.jpg"'),
    'x-content-type-options': 'nosniff',
  });
  expect(await actions(of.entry.id)).toEqual(
    expect.arrayContaining(['voucher.added', 'voucher.sent']),
  );
});

it('stores a PDF of several megabytes as it came', async () => {
  const noise = Buffer.from(Array.from({ length: 2_500_000 }, (_, at) => (at * 7919) % 251));
  const body = Buffer.concat([
    Buffer.from(`<< /Length ${noise.length} >>\nstream\n`),
    noise,
    Buffer.from('\nendstream'),
  ]);
  const file = pdf({ objects: [body], pages: 2 });

  const added = await add(of.entry.id, file, { name: 'bill' });

  expect(added).toAnswer(201, { data: { kind: 'pdf', pages: 2, bytes: file.length } });
  const { _id } = added.json<{ data: Voucher }>().data;
  const sent = await test.call(`GET /vouchers/${_id}`, { token: of.token.admin });
  expect(sent.rawPayload.equals(file)).toBe(true);
  expect(sent.headers['content-disposition']).toContain('filename="bill.pdf"');
});

it('refuses a file in a sentence', async () => {
  const reply = await add(of.entry.id, Buffer.from('<script>'));

  expect(reply).toAnswer(400, { message: expect.stringContaining('neither a photo') });
  expect(await test.listRows('vouchers', { firmId: of.firm.id })).toEqual([]);
});

describe('the same content', () => {
  it('answers 200 on the same entry', async () => {
    const { id, file } = await stored();
    const first = await add(of.entry.id, file, { name: 'first.jpg' });
    const again = await add(of.entry.id, file, { name: 'again.jpg' });

    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again).toAnswer({ data: { _id: id, name: 'first.jpg' } });
    expect(await list(of.entry.id)).toHaveLength(1);
  });

  it('is recognised by what came, too', async () => {
    const firmId = of.firm.id;
    const received = Buffer.from(newId());
    const photoOf = { content: Buffer.from('clean'), received, linkedAt: test.clock.now() };
    const id = await aStoredVoucher(test.db, { firmId, ...photoOf });

    expect(await add(of.entry.id, received)).toAnswer(201, { data: { _id: id } });
    expect(await add(of.other.id, Buffer.from('clean'))).toAnswer(201, { data: { _id: id } });
  });

  it('is stored once where files differ in what is removed', async () => {
    const taken = await photo();
    const added = await add(of.entry.id, taken);
    const { _id } = added.json<{ data: Voucher }>().data;
    const other = Buffer.concat([taken, Buffer.from('more')]);

    expect(await add(of.other.id, other)).toAnswer(201, { data: { _id } });
    expect(await test.listRows('vouchers', { firmId: of.firm.id })).toHaveLength(1);
  });

  it('shows nobody the name that another entry gave it', async () => {
    const { file } = await stored();
    await add(of.entry.id, file, { as: 'admin', name: 'of-the-admin.jpg' });
    await add(of.colleagueEntry.id, file, { as: 'colleague', name: 'of-the-colleague.jpg' });

    expect(await list(of.colleagueEntry.id, 'colleague')).toMatchObject([
      { name: 'of-the-colleague.jpg', addedBy: { name: of.colleague.name } },
    ]);
  });
});

it('links a voucher that the attorney sees by its id, and no other', async () => {
  const { id, file } = await stored();
  await add(of.entry.id, file);
  const post = async (entry: string, as: As) =>
    test.call(`POST /entries/${entry}/vouchers`, { token: of.token[as], body: { voucher: id } });

  expect(await post(of.other.id, 'attorney')).toAnswer(201, { data: { _id: id, name: 'a.jpg' } });
  expect(await post(of.colleagueEntry.id, 'colleague')).toAnswer(404);
  expect(await test.call(`GET /vouchers/${id}`, { token: of.token.colleague })).toAnswer(404);
});

it('is counted in the statement of its matter', async () => {
  await add(of.entry.id, (await stored()).file);

  const { costs } = await test.data<Statement>(`GET /matters/${of.matter.id}/statement`, {
    token: of.token.admin,
  });

  const line = (id: string) => costs.lines.find(({ _id }) => _id === id)?.vouchers;
  expect([line(of.entry.id), line(of.other.id)]).toEqual([1, 0]);
});

it('stands in an incident pack when it was downloaded', async () => {
  const { id, file } = await stored();
  await add(of.entry.id, file);
  await test.call(`GET /vouchers/${id}`, { token: of.token.attorney });

  const days = 'from=2026-03-18&to=2026-03-18';
  const { kinds } = await test.data<IncidentPack>(
    `GET /incident-pack?actor=${of.attorney.id}&${days}`,
    { token: of.token.admin },
  );

  expect(kinds).toContainEqual(expect.objectContaining({ kind: 'Vouchers of entries', rows: 1 }));
});

it('takes at most twenty for an entry', async () => {
  for (let count = 0; count < 20; count += 1) {
    const { id } = await stored();
    const link = { firmId: of.firm.id, entryId: of.entry.id, voucherId: id };
    const added = { addedBy: of.attorney.id, addedAt: test.clock.now() };
    await aVoucherLink(test.db, { ...link, ...added });
  }

  const reply = await add(of.entry.id, (await stored()).file);

  expect(reply).toAnswer(400, { message: expect.stringContaining('at most 20') });
});

describe('an entry that is not locked', () => {
  it('loses a voucher for good', async () => {
    const { id, file } = await stored();
    await add(of.entry.id, file);
    const place = `/entries/${of.entry.id}/vouchers/${id}`;

    expect(
      await test.call(`PUT ${place}`, { token: of.token.attorney, body: { withdrawn: 'Wrong' } }),
    ).toAnswer(409, { code: 'conflict' });
    expect(await test.call(`DELETE ${place}`, { token: of.token.attorney })).toAnswer(200);
    expect(await list(of.entry.id, 'admin')).toEqual([]);
    expect(await actions(of.entry.id)).toContain('voucher.removed');
  });

  it('notes its vouchers when it is deleted', async () => {
    await add(of.entry.id, (await stored()).file);

    const reply = await test.call(`DELETE /entries/${of.entry.id}`, { token: of.token.attorney });

    expect(reply).toAnswer(200);
    expect(await actions(of.entry.id)).toEqual(
      expect.arrayContaining(['entry.deleted', 'voucher.removed']),
    );
    expect(await test.listRows('entryVouchers', { entryId: of.entry.id })).toEqual([]);
  });

  it('counts its vouchers in lists, and is found by them', async () => {
    await add(of.entry.id, (await stored()).file);
    await add(of.entry.id, (await stored()).file);
    const found = async (filter: string) =>
      test.call(`GET /entries?${filter}`, { token: of.token.attorney });

    expect(await found('hasVoucher=true')).toAnswer({
      count: 1,
      data: [{ _id: of.entry.id, vouchers: 2 }],
    });
    const without = (await found('hasVoucher=false')).json<{ data: { _id: string }[] }>().data;
    expect(without.map(({ _id }) => _id)).not.toContain(of.entry.id);
    expect(await found('hasVoucher=1')).toAnswer(400);
    expect(await test.call(`GET /entries/${of.entry.id}`, { token: of.token.attorney })).toAnswer({
      data: { vouchers: 2 },
    });
  });
});

describe('an entry that a closing export holds', () => {
  it('keeps a withdrawn voucher for the firm admin alone', async () => {
    const { id, file } = await stored();
    await add(of.locked.id, file);
    const place = `/entries/${of.locked.id}/vouchers/${id}`;

    expect(await test.call(`DELETE ${place}`, { token: of.token.attorney })).toAnswer(409, {
      code: 'entry_is_locked',
    });
    const body = { withdrawn: 'Of another matter' };
    expect(await test.call(`PUT ${place}`, { token: of.token.admin, body })).toAnswer({
      data: { withdrawn: { reason: 'Of another matter', by: { name: of.admin.name } } },
    });
    expect(await list(of.locked.id)).toEqual([]);
    expect(await list(of.locked.id, 'admin')).toHaveLength(1);
    expect(await test.call(`GET /vouchers/${id}`, { token: of.token.attorney })).toAnswer(404);
    expect(await test.call(`GET /vouchers/${id}`, { token: of.token.admin })).toAnswer(200);
    expect(await test.call(`PUT ${place}`, { token: of.token.admin, body })).toAnswer(404);
    expect(await add(of.locked.id, file)).toAnswer(201);
    expect(await list(of.locked.id, 'admin')).toHaveLength(2);
  });

  it('needs a reason', async () => {
    const place = `/entries/${of.locked.id}/vouchers/${newId()}`;
    expect(
      await test.call(`PUT ${place}`, { token: of.token.admin, body: { withdrawn: 'x' } }),
    ).toAnswer(400, { fields: { withdrawn: expect.any(String) } });
  });

  it('hands its vouchers on to its replacement', async () => {
    const { id, file } = await stored();
    await add(of.locked.id, file);

    const replacement = { matter: of.matter.id, disbursementType: of.type.id, amount: 80 };
    const { replacement: made } = await test.data<Reversal>(
      `POST /entries/${of.locked.id}/reversal`,
      { token: of.token.attorney, body: { reason: 'Not ours', replacement } },
    );

    expect(made).toMatchObject({ vouchers: 1 });
    expect(await list(made?._id ?? '')).toMatchObject([{ _id: id }]);
  });
});

it('deletes content a day after its last link', async () => {
  const ids = [await stored(), await stored(), await stored()];
  const [unused, removed, used] = ids;
  await add(of.entry.id, used?.file ?? Buffer.alloc(0));
  await add(of.other.id, removed?.file ?? Buffer.alloc(0));
  await test.deleteRows('entryVouchers', { voucherId: removed?.id ?? '' });
  // The database notes the time by its own clock.
  const left = async () =>
    (await test.listRows('vouchers', { firmId: of.firm.id }, ['id'])).map(({ id }) => id);
  const later = (ms: number) => new Date(test.clock.now().getTime() + ms);
  const hours = 3_600_000;

  await deleteUnlinkedVouchers(test.db, later(23 * hours));
  expect(await left()).toHaveLength(3);
  await test.updateRows('vouchers', { id: removed?.id ?? '' }, { linkedAt: later(2 * hours) });
  await deleteUnlinkedVouchers(test.db, later(25 * hours));
  expect(await left()).not.toContain(unused?.id);
  expect(await left()).toHaveLength(2);
  await deleteUnlinkedVouchers(test.db, later(27 * hours));
  expect(await left()).toEqual([used?.id]);
  expect(await test.listRows('voucherPieces', { firmId: of.firm.id })).toHaveLength(1);
});
