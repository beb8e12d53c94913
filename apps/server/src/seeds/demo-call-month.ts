import { role } from '@recoup/contract/core/access';
import { priceCents } from '@recoup/contract/call-fees/rules';
import { minutesOfCall } from '@recoup/contract/call-records/rules';
import { newId } from '@recoup/contract/core/ids';
import { importCalls } from '../call-records/import/call-import.service.ts';
import { createFirmScope, noFactor } from '../platform/core/actor.ts';
import { type Db, type Trx, withScope } from '../platform/database/connections.ts';
import {
  type DemoCall,
  demoAttorneyCount,
  demoCallMonth,
  demoExtension,
  demoMattersOfAttorney,
  demoNumber,
} from './demo-calls.ts';
import { callBands, type Firm, insertFees, insertFirm, insertPerson, typeId } from './demo-firm.ts';
import { demoMatters, narrations, pick } from './demo-matters.ts';
import { demoColleagues, demoFirmAdmins } from './demo-people.ts';

/**
 * A firm of twenty attorneys with their extensions and the numbers of their matters. They recorded
 * two of five calls of last month by hand; `importDemoCalls` imports them all.
 */
export async function seedCallMonth(trx: Trx, now: Date): Promise<void> {
  const firm = await insertFirm(trx, 'venter');
  for (const [at, name] of demoColleagues.entries())
    firm.attorneys.push(await insertColleague(trx, firm, { name, at }));
  await insertMatters(trx, firm);
  const extensions = firm.attorneys.map((attorneyId, at) => ({
    firmId: firm.id,
    value: demoExtension(at),
    attorneyId,
  }));
  await trx.insertInto('extensions').values(extensions).execute();
  const { calls } = demoCallMonth(workingDaysOfLastMonth(now), matterNumber);
  await insertEntries(
    trx,
    firm,
    calls.filter(({ recorded }) => recorded !== 'no'),
  );
}

/** Imports the month as the firm's admin would. */
export async function importDemoCalls(db: Db, now: Date): Promise<void> {
  const { email, name } = demoFirmAdmins.anneke;
  const admin = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'firmId'])
    .executeTakeFirstOrThrow();
  const scope = createFirmScope(admin.firmId ?? '');
  const actor = {
    userId: admin.id,
    sessionId: newId(),
    name,
    email,
    role: role.attorneyAdmin,
    session: 'full' as const, // one of two kinds
    scope,
    authenticatedAt: now,
    endsAt: now,
    ...noFactor,
  };
  const { file } = demoCallMonth(workingDaysOfLastMonth(now), matterNumber);
  await importCalls(
    withScope(db, scope),
    { actor, address: '', requestId: 'demo', now },
    { chunks: [file], fileName: 'cdr__last-month.csv', signal: new AbortController().signal },
  );
}

async function insertColleague(
  trx: Trx,
  firm: Firm,
  { name, at }: { name: string; at: number },
): Promise<string> {
  const [first = '', ...last] = name.toLowerCase().split(' ');
  const email = `${first[0]}.${last.join('')}@ventermoodley.co.za`;
  const cell = `083555${String(140 + at).padStart(4, '0')}`;
  const attorneyId = await insertPerson(
    trx,
    { name, email, cell },
    { role: role.attorney, firmId: firm.id },
  );
  await insertFees(trx, { firmId: firm.id, attorneyId, types: firm.types, isSenior: at % 4 === 0 });
  return attorneyId;
}

async function insertMatters(trx: Trx, firm: Firm): Promise<void> {
  const made = demoMatters('VM', demoAttorneyCount * demoMattersOfAttorney);
  const rows = made.map(({ description, client, number }, at) => {
    const attorney = Math.floor(at / demoMattersOfAttorney);
    return {
      id: newId(),
      firmId: firm.id,
      number,
      description,
      client,
      status: 'Open',
      attorneyId: firm.attorneys[attorney] ?? null,
      phones: [`+27${demoNumber(attorney, at % demoMattersOfAttorney).slice(1)}`],
    };
  });
  await trx.insertInto('matters').values(rows).execute();
  firm.matters.push(...rows.map(({ id }) => id));
}

async function insertEntries(trx: Trx, firm: Firm, calls: readonly DemoCall[]): Promise<void> {
  const type = typeId(firm.types, 'Call');
  const schedules = await trx
    .selectFrom('callFeeSchedules')
    .where('firmId', '=', firm.id)
    .where('disbursementTypeId', '=', type)
    .select(['id', 'userId'])
    .execute();
  const rows = calls.map(({ attorney, matter, startedAt, seconds, otherParty, recorded }, at) => {
    const attorneyId = pick(firm.attorneys, attorney);
    const minutes = minutesOfCall(seconds);
    const isTimed = recorded === 'timed';
    return {
      id: newId(),
      firmId: firm.id,
      attorneyId,
      createdBy: attorneyId,
      matterId: pick(firm.matters, attorney * demoMattersOfAttorney + matter),
      disbursementTypeId: type,
      date: startedAt.toISOString().slice(0, 10),
      createdAt: new Date(startedAt.getTime() + seconds * 1000),
      minutes,
      amountCents: priceCents(callBands(isSenior(attorney)), minutes),
      scheduleId: schedules.find(({ userId }) => userId === attorneyId)?.id ?? null,
      narration: pick(narrations, at),
      startedAt: isTimed ? startedAt : null,
      seconds: isTimed ? seconds : null,
      otherParty: isTimed ? otherParty : null,
    };
  });
  await trx.insertInto('entries').values(rows).execute();
}

function matterNumber(attorney: number, matter: number): string {
  return `VM${String(attorney * demoMattersOfAttorney + matter + 1).padStart(4, '0')}`;
}

/** The first attorney is not one of the colleagues. */
function isSenior(attorney: number): boolean {
  return attorney % 4 === 1;
}

/** Mondays to Fridays of the month before this one, in South Africa. */
function workingDaysOfLastMonth(now: Date): string[] {
  const local = new Date(now.getTime() + 2 * 3_600_000);
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()];
  return Array.from({ length: 31 }, (_, at) => new Date(Date.UTC(year, month - 1, at + 1)))
    .filter((day) => day.getUTCMonth() === (month + 11) % 12 && day.getUTCDay() % 6 !== 0)
    .map((day) => day.toISOString().slice(0, 10));
}
