import { aTaxationPack } from '../taxation-packs.ts';
import { createHash } from 'node:crypto';
import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../../src/platform/database/connections.ts';
import {
  type FirmFixture,
  type Fixture,
  type Thing,
  type ThingName,
  thingNames,
} from './firm-fixture.ts';
import { someCollections } from './collections.ts';
import { someCodes, someFactors, someKey, somePeople, someSignOn } from './fixture-account.ts';
import {
  someFiles,
  spendMails,
  someHandOver,
  someWebhooks,
  someMatterIntake,
  someLayout,
} from './fixture-files.ts';
import {
  someMonthEnd,
  someVouchers,
  someWorkLists,
  someFeeChange,
  someMatters,
} from './fixture-work.ts';
import { insertRows, updateRows } from '../rows.ts';

/** A telephone system with an import of two calls: the attorney's, and one of no attorney. */
async function someCalls(db: Db, side: FirmFixture, { now }: { now: Date }): Promise<void> {
  const { id: firmId, mark, secret, people } = side;
  const sourceId = side.callSource.id;
  await insertRows(db, 'callSources', {
    firmId,
    id: sourceId,
    system: 'csv',
    name: `Switch ${mark}`,
    createdAt: now,
  });
  await insertRows(db, 'callImports', {
    firmId,
    id: side.callImport.id,
    number: 1,
    sourceId,
    userId: people.admin.id,
    fileName: `${secret}.csv`,
    sha256: side.exportHash,
    createdAt: now,
    added: 2,
    extended: 0,
    repeated: 0,
    unanswered: 0,
    internal: 0,
    private: 0,
  });
  const call = {
    firmId,
    sourceId,
    importId: side.callImport.id,
    startedAt: new Date('2026-03-04T08:00:00Z'),
    seconds: 120,
    direction: 'out',
    otherParty: `party ${secret}`,
    legs: '{}',
  };
  await insertRows(db, 'callRecords', [
    { ...call, id: side.callRecord.id, callKey: 'a', ownParty: extensionOf(side) },
    { ...call, id: side.strayCall.id, callKey: 'b', ownParty: `stray ${secret}` },
  ]);
  await insertRows(db, 'callEvents', {
    firmId,
    id: newId(),
    sourceId,
    receivedAt: now,
    sha256: side.exportHash,
    taken: 1,
    repeated: 0,
    ignored: JSON.stringify([{ index: 0, reason: `ignored ${secret}` }]),
  });
  // A secret that no key opens: nothing is sent to Microsoft.
  await insertRows(db, 'callPulls', {
    firmId,
    sourceId,
    tenant: `tenant-${mark}`,
    clientId: 'client',
    sealedSecret: side.exportHash,
    nextAt: now,
  });
  await insertRows(db, 'extensions', {
    firmId,
    value: extensionOf(side),
    attorneyId: people.attorney.id,
  });
  await insertRows(db, 'privateNumbers', {
    firmId,
    id: side.privateNumber.id,
    attorneyId: people.attorney.id,
    number: `private ${secret}`,
    createdAt: now,
  });
  await insertRows(db, 'ownCallImports', {
    firmId,
    id: side.ownCallImport.id,
    attorneyId: people.attorney.id,
    number: 1,
    road: 'log',
    sha256: side.exportHash,
    createdAt: now,
    taken: 0,
    repeated: 0,
    others: 0,
    doubtful: 0,
  });
  await insertRows(db, 'callMerges', {
    firmId,
    id: side.callMerge.id,
    fromDate: '2026-03-01',
    toDate: '2026-03-31',
    createdAt: now,
    createdBy: people.attorney.id,
  });
}

function extensionOf({ secret }: FirmFixture): string {
  return `extension ${secret}`;
}

/** The password of every user; hashed once, because a hash is slow. */
export const password = 'a-long-and-quiet-river';

let serial = 0;

/** Two unrelated firms, a third one that has spent its mails, and a system administrator. */
export async function createFixture(db: Db, made: Made): Promise<Fixture> {
  const { passwordHash, now } = made;
  serial += 1;
  const twins = { entry: newId(), type: newId() };
  const a = await aSide(db, { letter: 'a', exports: 1, twins, ...made });
  const b = await aSide(db, { letter: 'b', exports: 7, twins, ...made });
  await spendMails(db, now);
  const system = {
    id: newId(),
    role: role.systemAdmin,
    email: `system${serial}@recoup.localhost`,
    side: 'system',
  };
  const { side: _, ...row } = system;
  const person = {
    name: 'System Keeper',
    cell: '',
    status: userStatus.active,
    passwordHash,
    passwordResetRequired: false,
  };
  await insertRows(db, 'users', { ...row, ...person, firmId: null });
  return { a, b, system, absent: newId() };
}

/** `codeKey` is what the server compares one-time codes with. */
type Made = { passwordHash: string; codeKey: Buffer; now: Date };
/** `twins`: ids of an entry and a type that both firms have. */
type SideFacts = Made & {
  letter: 'a' | 'b';
  exports: number;
  twins: { entry: string; type: string };
};

async function aSide(db: Db, facts: SideFacts): Promise<FirmFixture> {
  const { letter } = facts;
  const mark = `zqxk${serial}${letter}`;
  const firm = {
    id: newId(),
    name: `Firm of ${mark}`,
    mark,
    secret: `work${mark}`,
    colleagueMark: `other${mark}`,
    twinMark: `twin${mark}`,
    domain: `${mark}.co.za`,
  };
  const thing = (attorney?: string): Thing => ({ id: newId(), side: letter, attorney });
  const csvDelimiter = letter === 'a' ? ',' : ';';
  const reminders = { remindersOn: true, reminderHour: letter === 'a' ? 7 : 17 };
  const policy = { factorPolicy: 'admins', factorFrom: '2026-02-01' };
  await insertRows(db, 'firms', {
    id: firm.id,
    name: firm.name,
    csvDelimiter,
    ...reminders,
    ...policy,
  });
  await insertRows(db, 'firmDomains', { firmId: firm.id, position: 1, domain: firm.domain });
  const people = await somePeople(db, firm, { ...facts, serial });
  await updateRows(db, 'firms', { id: firm.id }, { adminId: people.admin.id });
  const side = {
    ...firm,
    people,
    ...things(letter),
    entry: thing(people.attorney.id),
    colleagueEntry: thing(people.colleague.id),
    delegateEntry: thing(people.colleague.id),
    twinType: { ...thing(), id: facts.twins.type },
    twinEntry: { ...thing(people.attorney.id), id: facts.twins.entry },
    scheduleId: newId(),
    unitPriceId: newId(),
    raisedScheduleId: newId(),
    exportHash: createHash('sha256').update(firm.secret).digest(),
  };
  await someMatters(db, side, facts);
  await someWork(db, side, facts);
  await someFeeChange(db, side, facts);
  await someCollections(db, { firmId: side.id, text: side.secret, now: facts.now, ids: side });
  await someWorkLists(db, side, facts);
  await someVouchers(db, side, facts);
  await someFiles(db, side, facts);
  await aTaxationPack(db, {
    firmId: side.id,
    id: side.taxationPack.id,
    matterId: side.matter.id,
    createdBy: side.people.admin.id,
    createdAt: facts.now,
    mark: side.secret,
  });
  await someLayout(db, side, facts);
  await someHandOver(db, side, facts);
  await someWebhooks(db, side, facts);
  await someMatterIntake(db, side, facts);
  await someMonthEnd(db, side);
  await someCalls(db, side, facts);
  await someCodes(db, people, facts);
  await someFactors(db, side, facts);
  await someKey(db, side, facts);
  await someSignOn(db, side, facts);
  return side;
}

function things(side: string): Record<ThingName, Thing> {
  const made = thingNames.map((name): [ThingName, Thing] => [name, { id: newId(), side }]);
  return Object.fromEntries(made) as Record<ThingName, Thing>; // has the names of the list
}

async function someWork(db: Db, side: FirmFixture, { now, letter }: SideFacts): Promise<void> {
  const { id: firmId, secret, colleagueMark, twinMark, people } = side;
  const type = { firmId, fixed: true, calculated: true, createdAt: now };
  await insertRows(db, 'disbursementTypes', [
    { ...type, id: side.type.id, title: `Call ${side.mark}` },
    { ...type, id: side.unusedType.id, title: `Copies ${side.mark}` },
    { ...type, id: side.twinType.id, title: `Twin ${side.mark}` },
  ]);
  const key = { firmId, userId: people.attorney.id, disbursementTypeId: side.type.id };
  const assigned = [
    { ...key, position: 1 },
    { ...key, disbursementTypeId: side.twinType.id, position: 2 },
    { ...key, userId: people.colleague.id, position: 1 },
    { ...key, userId: people.delegate.id, position: 1 },
  ];
  await insertRows(db, 'userDisbursementTypes', assigned);
  await insertRows(db, 'recordingRights', {
    firmId,
    userId: people.delegate.id,
    attorneyId: people.colleague.id,
  });
  await insertRows(db, 'callFeeSchedules', {
    id: side.scheduleId,
    ...key,
    validFrom: '2000-01-01',
    createdAt: now,
    createdBy: people.admin.id,
  });
  const band = {
    firmId,
    scheduleId: side.scheduleId,
    position: 1,
    startMinute: 0,
    endMinute: 5,
    additionalMinutes: 0,
    chargeCents: 3300,
  };
  await insertRows(db, 'callFeeBands', band);
  const price = { firmId, validFrom: '2026-01-01', createdAt: now, createdBy: people.admin.id };
  await insertRows(db, 'unitPrices', [
    { ...price, id: side.unitPriceId, disbursementTypeId: side.unusedType.id, cents: 250 },
    { ...price, id: newId(), disbursementTypeId: side.twinType.id, cents: 350 },
  ]);
  const entry = { firmId, disbursementTypeId: side.type.id, date: '2026-03-05', createdAt: now };
  await insertRows(db, 'entries', [
    ...[
      { id: side.entry.id, narration: `Narration ${secret}` },
      // Of two rows with one id that of firm A comes first, so that firm B would be shown it.
      {
        id: side.twinEntry.id,
        disbursementTypeId: side.twinType.id,
        narration: `Narration ${secret} ${twinMark}`,
        date: letter === 'a' ? '2026-03-06' : '2026-03-05',
      },
    ].map((own) => ({
      ...entry,
      ...own,
      matterId: side.matter.id,
      attorneyId: people.attorney.id,
      minutes: 4,
      amountCents: 3300,
      scheduleId: side.scheduleId,
      createdBy: people.attorney.id,
    })),
    ...[
      { id: side.colleagueEntry.id, createdBy: people.colleague.id, mark: colleagueMark },
      { id: side.delegateEntry.id, createdBy: people.delegate.id, mark: '' },
    ].map(({ id, createdBy, mark }) => ({
      ...entry,
      id,
      matterId: side.colleagueMatter.id,
      attorneyId: people.colleague.id,
      minutes: 3,
      amountCents: 1000,
      narration: `Narration ${secret} ${mark}`,
      createdBy,
    })),
  ]);
}
