import { allEndpoints } from '@recoup/contract/endpoints';
import type { Entry } from '@recoup/contract/entries/endpoints';
import type { MailPreview } from '@recoup/contract/mail/endpoints';
import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { fileTypes } from '@recoup/contract/exports/files';
import type { ExportPreview, ExportRecord } from '@recoup/contract/exports/endpoints';
import { formatRand, toCents, toCentsTotal } from '@recoup/contract/core/money';
import { goodReply } from '@recoup/contract/core/endpoint';
import { newId } from '@recoup/contract/core/ids';
import type { PackPreview, TaxationPack } from '@recoup/contract/statements/pack-endpoints';
import { packLimits } from '@recoup/contract/statements/pack-rules';
import type { SupplierAccount } from '@recoup/contract/suppliers/account-endpoints';
import type { Overview } from '@recoup/contract/overview/endpoints';
import type { User } from '@recoup/contract/users/user';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { useApp } from '../app.ts';
import {
  checkCap,
  checkCorrections,
  checkFeesAtBounds,
  checkMonthEnd,
  checkReversal,
  checkStatement,
} from '../checks-at-bounds.ts';
import {
  aFirmOfSums,
  centsOf,
  entriesAtBounds,
  type FirmOfSums,
  type StoredEntry,
} from '../firm-of-sums.ts';
import { readPdf } from '../pdf-text.ts';
import { readCsv } from '../spreadsheet.ts';
import { replySchema } from '../../src/platform/http/replies/stringify.ts';

/** Endpoints with money or minutes in their replies, by the names in their schemas. */
export function moneyEndpoints(): string[] {
  const all = Object.entries(allEndpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
    keys: keysOf(replySchema(goodReply(endpoint).schema)),
  }));
  const isMoney = (key: string) => /^(?:amount|recorded|sum|minutes|charges)$/.test(key);
  const isFile = (keys: readonly string[]) => keys.includes('fileContent');
  return all
    .filter(({ name }) => name !== 'getMatterLabels') // a file without amounts
    .filter(
      ({ endpoint, keys }) =>
        keys.some(isMoney) || (isFile(keys) && endpoint.produces !== undefined),
    )
    .map(({ name }) => name);
}

function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [key, ...keysOf(value)]);
}

// Every endpoint that answers money or minutes gives exact sums, for every stored value.
const test = useApp();

const stored: fc.Arbitrary<StoredEntry> = fc.record({
  // Earlier versions accepted 100 000 × R 100 million, also by call fees.
  amountCents: fc.constantFrom(
    0n,
    1n,
    99n,
    9_999_999_999n,
    10_000_000_000n,
    1_000_000_000_000_000n,
    1_000_010_000_000_000n,
  ),
  minutes: fc.constantFrom(null, 0, 1, 100_000, 2_147_483_647),
  quantity: fc.constantFrom(null, 1, 100_000, 2_147_483_647),
  date: fc.constantFrom(
    '0001-01-01',
    '0026-03-05',
    '1999-12-31',
    '2000-01-01',
    '2026-03-05',
    '2026-03-31',
    '2099-12-31',
    '9999-12-31',
  ),
  times: fc.constantFrom(1, 2, 7),
});
const oneThing: StoredEntry = {
  amountCents: 1_000_000_000_000_000n,
  minutes: 100_000,
  quantity: 100_000,
  date: '2026-03-05',
  times: 10,
};

const nothingFarAway: StoredEntry = {
  amountCents: 0n,
  minutes: null,
  quantity: null,
  date: '9999-12-31',
  times: 1,
};

it('answers exact sums for any entries', async () => {
  await fc.assert(fc.asyncProperty(fc.array(stored, { minLength: 1, maxLength: 6 }), checkFirm), {
    numRuns: 5,
    // The third example has more cents than a bigint holds.
    examples: [
      [[oneThing]],
      [[nothingFarAway]],
      [
        [
          { ...oneThing, times: 5000 },
          { ...oneThing, date: '2026-03-06', times: 5000 },
        ],
      ],
    ],
  });
});

async function checkFirm(rows: readonly StoredEntry[]): Promise<void> {
  const of = await aFirmOfSums(test, rows);
  const send = sender(of);
  const made = [];
  for (const body of entriesAtBounds(of))
    made.push((await send<{ data: Entry }>('createEntry', { body })).data);
  expect(made.map(({ amount }) => amount)).toEqual([100_000_000, 100_000_000, 100_000_000]);
  const atBounds = made.map(({ minutes, date }) => ({
    amountCents: 10_000_000_000n,
    minutes,
    quantity: null,
    date,
    times: 1,
  }));
  const all = [...rows, ...atBounds];
  await checkLists(send, all);
  await checkCap(send, of, centsOf(all));
  await checkStatement(send, of, centsOf(all));
  await checkOpen(send, of, all);
  await checkMonthEnd(test, send, { ...of, all });
  const preview = await test.call('POST /exports', { token: of.token, body: { dryRun: true } });
  expect(toCentsTotal(preview.json<{ data: ExportPreview }>().data.sum)).toBe(centsOf(all));
  const { data: closed } = await send<{ data: ExportRecord }>('createExport', {
    body: { override: 'Days of the future' },
  });
  expect(toCentsTotal(closed.sum)).toBe(centsOf(all));
  const { data: mail } = await send<{ data: MailPreview }>('previewMail', {});
  expect([mail.export, toCentsTotal(mail.sum)]).toEqual([closed._id, centsOf(all)]);
  await checkFiles(send, all, `/exports/${closed._id}/file`);
  await checkPack(send, of, all);
  await checkReversal(send, of);
  const { data: again } = await send<{ data: ExportRecord }>('getExport', { id: closed._id });
  const { data: reopened } = await send<{ data: ExportRecord }>('reopenExport', {
    id: closed._id,
    body: { reason: 'Once more' },
  });
  expect([again.sum, reopened.sum]).toEqual([closed.sum, closed.sum]);
  const { data: ledger } = await send<{ data: ExportRecord[] }>('listExports', {});
  expect(ledger.map(({ sum }) => toCentsTotal(sum))).toContain(centsOf(all));
  await correctAndDelete(send, of, all);
  await checkAccount(send, of);
  await checkFeesAtBounds(test, send, of);
  expect([...send.called].toSorted()).toEqual([...moneyEndpoints(), 'deleteEntry'].toSorted());
}

type Given = { id?: string; body?: unknown; path?: string; accept?: string; token?: string };
type Send = { <T>(name: string, input: Given): Promise<T>; called: Set<string> };

/** Sends a call by its name in the contract; anything but its good status fails. */
function sender(of: FirmOfSums): Send {
  const called = new Set<string>();
  const send = async <T>(name: string, fields: Given): Promise<T> => {
    const { id, body, path, accept, token = of.token } = fields;
    const call = allEndpoints[name];
    if (!call) throw new Error(`${name} is no call`);
    called.add(name);
    const what = `${call.method} ${path ?? call.path.replace('{id}', id ?? '')}`;
    const reply = await test.call(what, {
      token,
      body,
      ...(accept !== undefined && { headers: { accept } }),
    });
    expect([what, reply.statusCode, reply.statusCode >= 300 ? reply.body : '']).toEqual([
      what,
      goodReply(call).status,
      '',
    ]);
    return (accept === undefined ? reply.json() : reply.rawPayload) as T; // the caller’s endpoint
  };
  return Object.assign(send, { called });
}

async function checkLists(send: Send, all: readonly StoredEntry[]): Promise<void> {
  const months = await send<{ data: MonthlyRecovery[] }>('listMonths', {});
  const sums = (pick: (row: StoredEntry) => bigint) => Object.fromEntries(byMonth(all, pick));
  const read = (pick: (row: MonthlyRecovery) => bigint) => {
    const found = new Map<string, bigint>();
    for (const row of months.data) found.set(row.month, (found.get(row.month) ?? 0n) + pick(row));
    return Object.fromEntries(found);
  };
  expect(read(({ amount }) => toCentsTotal(amount))).toEqual(
    sums(({ amountCents, times }) => amountCents * BigInt(times)),
  );
  expect(read(({ minutes }) => BigInt(minutes))).toEqual(
    sums(({ minutes, times }) => BigInt(minutes ?? 0) * BigInt(times)),
  );
  expect(read(({ count }) => BigInt(count))).toEqual(sums(({ times }) => BigInt(times)));
  const count = all.reduce((sum, { times }) => sum + times, 0);
  for (const path of ['/entries?itemsPerPage=100', '/entries?search=matter&itemsPerPage=100']) {
    const list = await send<{ count: number; amount: number | string }>('listEntries', { path });
    expect([path, list.count, toCentsTotal(list.amount)]).toEqual([path, count, centsOf(all)]);
  }
}

/** Sums outside of a closing: the priced entry, the files of the period, the users’ fees. */
async function checkOpen(send: Send, of: FirmOfSums, all: readonly StoredEntry[]): Promise<void> {
  await checkFiles(send, all, '/download');
  const { data: overview } = await send<{ data: Overview }>('getOverview', {});
  const upToToday = all.filter(({ date }) => date <= overview.today);
  expect(toCentsTotal(overview.open.sum)).toBe(centsOf(upToToday));
  expect(await send('listCallRecords', {})).toMatchObject({ open: 0, sum: 0 });
  await send('getMe', {});
  await send('updateMe', { body: { name: 'A Person' } });
  await send('getEntry', { id: of.entryId });
  await send('getUser', { id: of.attorney.id });
  await send('listCallFeeHistory', {
    path: `/users/${of.attorney.id}/call-fees?disbursementType=${of.call.id}`,
  });
  const callFees = [{ startTime: 0, endTime: 100_000, additionalTime: 0, charges: 100_000_000 }];
  await send('applyCallFees', {
    body: { disbursementType: of.call.id, attorneys: [of.attorney.id], callFees },
  });
  const person = { name: 'A Person', cell: '0821234567', status: 2 };
  const types = {
    disbursementTypes: [of.call.id],
    callFees: callFees.map((fee) => ({ disbursementType: of.call.id, ...fee })),
  };
  const email = `new.${of.attorney.email}`;
  const password = 'Nine green umbrellas 81';
  const { data: waiting } = await send<{ data: User }>('register', {
    body: { ...person, ...types, email, role: 0, firm: of.firm.id, password },
  });
  await send('renewFirstSignIn', { id: waiting._id, body: {} });
  await send('updateUser', {
    id: of.attorney.id,
    body: { ...person, ...types, email: of.attorney.email },
  });
}

/** The file at the address in every kind, with the same sum in each. */
async function checkFiles(send: Send, all: readonly StoredEntry[], path: string): Promise<void> {
  const name = path === '/download' ? 'download' : 'getExportFile';
  const file = async (accept: string) => send<Buffer>(name, { path, accept });
  const json = (await file('application/json')).toString();
  const { data } = JSON.parse(json) as { data: { fileContent: string } }; // of both endpoints
  const wanted = centsOf(all);
  expect(amountsIn(readCsv(data.fileContent)).reduce((sum, cents) => sum + cents, 0n)).toBe(wanted);
  expect((await file(fileTypes.csv)).toString()).toBe(data.fileContent);
  const cells = (await readSheet(await file(fileTypes.xlsx))).map((row) =>
    row.map((value) => String(value ?? '')),
  );
  expect(amountsIn(cells).reduce((sum, cents) => sum + cents, 0n)).toBe(wanted);
  // Reading back the hundreds of pages of the largest example takes longer than all the rest.
  if (cells.length < 2000)
    expect(readPdf(await file(fileTypes.pdf)).at(-1)).toContain(formatRand(wanted));
}

function amountsIn([, ...lines]: string[][]): bigint[] {
  return lines.map((cells) => BigInt(toCents(Number(cells[8]))));
}

/** The taxation pack of the closed lines, if they are not too many for one. */
async function checkPack(send: Send, of: FirmOfSums, all: readonly StoredEntry[]): Promise<void> {
  const path = `/matters/${of.matter.id}/taxation-packs`;
  const preview = await test.call(`POST ${path}`, { token: of.token, body: { dryRun: true } });
  if (all.reduce((count, { times }) => count + times, 0) > packLimits.items) {
    expect([preview.statusCode, preview.json()]).toMatchObject([422, { code: 'too_many_lines' }]);
    for (const name of ['createTaxationPack', 'getTaxationPack', 'listTaxationPacks'])
      send.called.add(name);
    return;
  }
  const { data: shown } = preview.json<{ data: PackPreview }>();
  const { data: made } = await send<{ data: { _id: string } }>('createTaxationPack', {
    path,
    body: {},
  });
  const { data: read } = await send<{ data: TaxationPack }>('getTaxationPack', { id: made._id });
  const { data: list } = await send<{ data: TaxationPack[] }>('listTaxationPacks', {
    path: `/taxation-packs?matter=${of.matter.id}`,
  });
  const sums = [shown, read, ...list].map(({ sum }) => toCentsTotal(sum));
  expect(sums).toEqual([centsOf(all), centsOf(all), centsOf(all)]);
}

async function correctAndDelete(send: Send, of: FirmOfSums, all: readonly StoredEntry[]) {
  const entry = await checkCorrections(test, send, of);
  await send('deleteEntry', { path: `/entries/${entry._id}?reason=test` });
  const { amount } = await send<{ amount: number | string }>('listEntries', {
    path: '/entries?itemsPerPage=1',
  });
  expect(toCentsTotal(amount)).toBe(centsOf(all) - BigInt(toCents(entry.amount)));
}

/** An account at its bound, whose lines are entries. */
async function checkAccount(send: Send, of: FirmOfSums): Promise<void> {
  const supplier = await test.data<{ _id: string }>('POST /suppliers', {
    token: of.token,
    body: { name: `Sheriff of ${newId()}` },
  });
  const type = await test.aDisbursementType(of.firm, { title: `Service ${newId()}` });
  const line = { matter: of.matter.id, disbursementType: type.id, amount: 100_000_000 };
  const body = {
    supplier: supplier._id,
    number: 'INV 1',
    date: '2026-03-05',
    total: 100_000_000,
    lines: [{ ...line, attorney: of.attorney.id }],
  };
  const { data: made } = await send<{ data: SupplierAccount }>('createSupplierAccount', { body });
  const { data: read } = await send<{ data: SupplierAccount }>('getSupplierAccount', {
    id: made._id,
  });
  const { data: paid } = await send<{ data: SupplierAccount }>('updateSupplierAccount', {
    id: made._id,
    body: { isPaid: true },
  });
  for (const { total, lines } of [made, read, paid])
    expect([total, lines.map(({ amount }) => amount)]).toEqual([100_000_000, [100_000_000]]);
}

function byMonth(rows: readonly StoredEntry[], pick: (row: StoredEntry) => bigint) {
  const sums = new Map<string, bigint>();
  for (const row of rows)
    sums.set(row.date.slice(0, 7), (sums.get(row.date.slice(0, 7)) ?? 0n) + pick(row));
  return sums;
}
