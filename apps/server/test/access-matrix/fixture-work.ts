import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';
import { aStoredVoucher, aVoucherLink } from '../vouchers.ts';

/** Content that no entry has yet: a file of it is known, and not read. */
export function spareContent({ secret }: FirmFixture): string {
  return `spare ${secret}`;
}

/** A voucher of all entries and of the account, and another one of none. */
export async function someVouchers(db: Db, side: FirmFixture, { now }: { now: Date }) {
  const { id: firmId, people, secret } = side;
  const content = Buffer.from(`voucher ${secret}`);
  await aStoredVoucher(db, { firmId, id: side.voucher.id, content, linkedAt: now });
  await aStoredVoucher(db, { firmId, content: Buffer.from(spareContent(side)), linkedAt: now });
  const link = { firmId, voucherId: side.voucher.id, addedBy: people.admin.id, addedAt: now };
  const accountId = side.supplierAccount.id;
  const name = `Voucher ${secret}.jpg`;
  await insertRows(db, 'accountVouchers', { ...link, id: newId(), accountId, name });
  for (const entry of [side.entry, side.colleagueEntry, side.delegateEntry, side.twinEntry])
    await aVoucherLink(db, { ...link, entryId: entry.id, name });
}

/** A coming change of the attorney's fees, which has priced the attorney's entry again. */
export async function someFeeChange(db: Db, side: FirmFixture, { now }: { now: Date }) {
  const { id: firmId, people, secret, rateChange } = side;
  const validFrom = '2027-01-01';
  await insertRows(db, 'rateChanges', {
    firmId,
    id: rateChange.id,
    validFrom,
    basisPoints: 600,
    unitCents: 1,
    mode: 'nearest',
    isRepriced: true,
    reason: `Change of ${secret}`,
    requestSha256: side.exportHash,
    costBeforeCents: '0',
    costAfterCents: '0',
    unlocked: 1,
    locked: 0,
    cells: 1,
    repriced: 1,
    createdAt: now,
    createdBy: people.admin.id,
  });
  await insertRows(db, 'callFeeSchedules', {
    id: side.raisedScheduleId,
    firmId,
    userId: people.attorney.id,
    validFrom,
    disbursementTypeId: side.type.id,
    createdAt: now,
    createdBy: people.admin.id,
    changeId: rateChange.id,
    basedOn: side.scheduleId,
  });
  await insertRows(db, 'callFeeBands', {
    firmId,
    scheduleId: side.raisedScheduleId,
    position: 1,
    startMinute: 0,
    endMinute: 5,
    additionalMinutes: 0,
    chargeCents: 3498,
  });
  await insertRows(db, 'rateChangeEntries', {
    firmId,
    changeId: rateChange.id,
    entryId: side.entry.id,
    amountCents: 3300,
    scheduleId: side.scheduleId,
    version: 2,
  });
}

/** A correction of the attorney's entry with others, a supplier's account, and the admin's view. */
export async function someWorkLists(db: Db, side: FirmFixture, { now }: { now: Date }) {
  const { id: firmId, people, secret, correction, listView } = side;
  await insertRows(db, 'entryCorrections', {
    firmId,
    id: correction.id,
    reason: `Correction of ${secret}`,
    requestSha256: side.exportHash,
    entries: 1,
    createdAt: now,
    createdBy: people.admin.id,
  });
  await insertRows(db, 'entryCorrectionEntries', {
    firmId,
    correctionId: correction.id,
    entryId: side.entry.id,
    version: 1,
    matterId: side.colleagueMatter.id,
    disbursementTypeId: side.type.id,
    scheduleId: side.scheduleId,
    unitPriceId: null,
    amountCents: 3300,
    vatTreatment: 'none',
    vatBasisPoints: 0,
    vatIncluded: false,
  });
  await insertRows(db, 'supplierAccounts', {
    firmId,
    id: side.supplierAccount.id,
    supplierId: side.supplier.id,
    number: `Account ${secret}`,
    numberKey: `account${secret}`,
    date: '2026-03-05',
    totalCents: 10_000,
    requestSha256: side.exportHash,
    createdAt: now,
    createdBy: people.admin.id,
  });
  const of = { firmId, userId: people.admin.id, list: 'entries' };
  await insertRows(db, 'listViews', {
    ...of,
    id: listView.id,
    name: `View ${side.mark}`,
    query: secret,
    createdAt: now,
  });
  await insertRows(db, 'hiddenColumns', { ...of, columns: [side.mark] });
}

/** February is complete for the attorney, who accepted an exception; a colleague was reminded. */
export async function someMonthEnd(
  db: Db,
  { id: firmId, people, mail, entry, acceptance, secret }: FirmFixture,
): Promise<void> {
  await insertRows(db, 'monthSignOffs', {
    firmId,
    month: '2026-02-01',
    attorneyId: people.attorney.id,
    completedAt: new Date('2026-02-27T08:00:00Z'),
  });
  await insertRows(db, 'reminders', {
    firmId,
    userId: people.colleague.id,
    day: '2026-02-27',
    mailId: mail.id,
  });
  await insertRows(db, 'exceptionAcceptances', {
    firmId,
    id: acceptance.id,
    code: 'WEEKEND',
    subjectId: entry.id,
    period: '',
    fingerprint: 'f'.repeat(32),
    reason: secret,
    acceptedAt: new Date('2026-02-27T08:00:00Z'),
    acceptedBy: people.attorney.id,
  });
}

type Facts = { now: Date; letter: 'a' | 'b' };

/** Matters, two of them imported. The numbers of imports tell the firms apart. */
export async function someMatters(db: Db, side: FirmFixture, { now, letter }: Facts) {
  const { id: firmId, secret, people } = side;
  const number = letter === 'a' ? 7 : 2;
  const run = {
    firmId,
    userId: people.admin.id,
    sha256: Buffer.from(secret),
    createdAt: now,
    created: 1,
    unchanged: 0,
  };
  const runs = [
    { ...run, id: side.import.id, number, fileName: `${secret}.csv`, updated: 1 },
    {
      ...run,
      id: side.earlierImport.id,
      number: number - 1,
      fileName: `${secret}.txt`,
      updated: 0,
    },
  ];
  await insertRows(db, 'imports', runs);
  const common = { firmId, client: `Client hush${side.mark}`, status: 'Open', createdAt: now };
  const matter = { ...common, description: `Matter ${secret}`, updatedAt: now };
  const matters = [
    {
      ...matter,
      id: side.matter.id,
      number: `${secret}/1`,
      attorneyId: people.attorney.id,
      capCents: 100_000,
    },
    {
      ...matter,
      id: side.colleagueMatter.id,
      number: `${secret}/2`,
      attorneyId: people.colleague.id,
    },
    { ...matter, id: side.importedMatter.id, number: `${secret}/3`, importId: side.import.id },
    {
      ...matter,
      id: side.touchedMatter.id,
      number: `${secret}/4`,
      importId: side.earlierImport.id,
      updatedAt: new Date(now.getTime() + 1),
    },
  ];
  await insertRows(
    db,
    'matters',
    matters.map((each) => ({ attorneyId: null, importId: null, capCents: null, ...each })),
  );
  const before = {
    description: `Before ${secret}`,
    client: null,
    attorneyId: null,
    status: 'Open',
    opened: null,
    updatedAt: now,
  };
  const change = {
    firmId,
    importId: side.import.id,
    matterId: side.colleagueMatter.id,
    before: JSON.stringify(before),
  };
  await insertRows(db, 'importChanges', change);
}
