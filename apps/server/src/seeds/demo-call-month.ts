import { role } from '@recoup/contract/core/access';
import { minutesFromSeconds, priceCents } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { importCalls } from '../call-records/import/call-import.service.ts';
import { createFirmScope, noFactor } from '../platform/core/actor.ts';
import { type Db, type Trx, withScope } from '../platform/database/connections.ts';
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
  const { calls } = demoCallMonth(workingDaysOfLastMonth(now));
  await insertEntries(
    trx,
    firm,
    calls.filter(({ recorded }) => recorded !== 'no'),
  );
}

/** Imports the month as the firm's admin would, and has PostgreSQL count the demo's rows. */
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
  const { file } = demoCallMonth(workingDaysOfLastMonth(now));
  await importCalls(
    withScope(db, scope),
    { actor, address: '', requestId: 'demo', now },
    { chunks: [file], fileName: 'cdr__last-month.csv', signal: new AbortController().signal },
  );
  await sql`analyze matters, entries, entry_days, call_records, users, user_disbursement_types,
    call_fee_schedules, call_fee_bands`.execute(db);
}

async function insertColleague(trx: Trx, firm: Firm, { name, at }: { name: string; at: number }) {
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
    const minutes = minutesFromSeconds(seconds);
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

/** An answered call of an attorney with an outside number. */
type DemoCall = {
  /** Index of the attorney. */
  attorney: number;
  /** Index of the attorney's matter. */
  matter: number;
  startedAt: Date;
  seconds: number;
  otherParty: string;
  /** By the attorney, by hand. */
  recorded: 'no' | 'typed' | 'timed';
};

const demoAttorneyCount = 20;
const demoMattersOfAttorney = 12;
const reception = '200';
const callsOfDay = 7;

function demoExtension(attorney: number): string {
  return String(201 + attorney);
}

/** An unused number. The last two matters of an attorney share one. */
function demoNumber(attorney: number, matter: number): string {
  const own = Math.min(matter, demoMattersOfAttorney - 2);
  const place = attorney * demoMattersOfAttorney + own;
  return `${pick(['082', '011', '083', '072', '012', '021'], place)}555${1000 + place}`;
}

const header =
  'calldate,clid,src,dst,dcontext,channel,dstchannel,lastapp,lastdata,duration,billsec,' +
  'disposition,amaflags,accountcode,uniqueid,userfield,did,cnum,cnam,outbound_cnum,' +
  'outbound_cnam,dst_cnam,recordingfile,linkedid,peeraccount,sequence';

/**
 * The calls of these days as FreePBX exports them, the same each time: with matters and with
 * others, also unanswered ones, internal ones, and some that the reception put through.
 */
function demoCallMonth(days: readonly string[]): { file: string; calls: DemoCall[] } {
  const random = createRandom();
  const lines = [header];
  const calls: DemoCall[] = [];
  for (const { start, attorney } of slots(days, random)) {
    const kind = random();
    const matter = Math.floor(random() * demoMattersOfAttorney);
    const number = random() < 0.75 ? demoNumber(attorney, matter) : strangerNumber(random);
    const code = random() < 0.35 ? matterNumber(attorney, matter) : '';
    const seconds = 20 + Math.floor(1500 * random() ** 3);
    const recorded = byHand(random());
    lines.push(
      ...callLines(kind, { start, attorney, number, seconds, code, sequence: 2 * lines.length }),
    );
    if (kind < kindThresholds.internal) continue;
    const otherParty = `+27${number.slice(1)}`;
    calls.push({ attorney, matter, startedAt: toInstant(start), seconds, otherParty, recorded });
  }
  return { file: `${lines.join('\n')}\n`, calls };
}

/** Calls of an attorney do not overlap. Of each ten there is no call in three. */
function* slots(days: readonly string[], random: () => number) {
  for (const day of days)
    for (let at = 0; at < callsOfDay * demoAttorneyCount; at += 1) {
      const minute = 8 * 60 + 75 * Math.floor(at / demoAttorneyCount) + Math.floor(random() * 45);
      const time = [Math.floor(minute / 60), minute % 60, Math.floor(random() * 60)];
      const start = `${day} ${time.map((part) => String(part).padStart(2, '0')).join(':')}`;
      if (random() < 0.7) yield { start, attorney: at % demoAttorneyCount };
    }
}

type MadeCall = {
  start: string;
  attorney: number;
  number: string;
  seconds: number;
  code: string;
  sequence: number;
};

/** Up to which random number a call is of a kind; above, it is an outgoing one. */
const kindThresholds = {
  unanswered: 0.08,
  internal: 0.16,
  putThrough: 0.22,
  incoming: 0.5,
} as const;

function callLines(kind: number, { number, attorney, code, ...made }: MadeCall): string[] {
  const own = demoExtension(attorney);
  if (kind < kindThresholds.unanswered)
    return [line({ ...made, from: number, to: own, seconds: 0 })];
  if (kind < kindThresholds.internal)
    return [line({ ...made, from: own, to: demoExtension((attorney + 7) % demoAttorneyCount) })];
  if (kind < kindThresholds.putThrough)
    return [
      line({ ...made, from: number, to: reception, seconds: 12 }),
      line({ ...made, from: number, to: own, leg: 1 }),
    ];
  if (kind < kindThresholds.incoming) return [line({ ...made, from: number, to: own })];
  return [line({ ...made, from: own, to: number, code })];
}

type Line = Omit<MadeCall, 'attorney' | 'number' | 'code'> & {
  from: string;
  to: string;
  code?: string;
  leg?: number;
};

function line({ start, seconds, sequence, from, to, code = '', leg = 0 }: Line): string {
  const isOut = to.startsWith('0');
  const second = toInstant(start).getTime() / 1000;
  const channel = (party: string) =>
    `PJSIP/${party.startsWith('0') ? 'trunk' : party}-${String(sequence + leg).padStart(8, '0')}`;
  const first = `"${start}","""${from}"" <${from}>",${from},${to}`;
  const context = `${isOut ? 'from-internal' : 'ext-local'},${channel(from)},${channel(to)}`;
  const answer = seconds === 0 ? 'NO ANSWER' : 'ANSWERED';
  const length = `Dial,"PJSIP/${to},30,Tt",${seconds + 6},${seconds},${answer},3,${code}`;
  const ids = `${second}.${sequence + leg},,${isOut ? '' : '0115550300'},${from},,,,,`;
  return `${first},${context},${length},${ids},${second}.${sequence},,${sequence + leg}`;
}

function strangerNumber(random: () => number): string {
  return `0315558${String(Math.floor(random() * 1000)).padStart(3, '0')}`;
}

function byHand(random: number): DemoCall['recorded'] {
  if (random < 0.25) return 'typed';
  return random < 0.4 ? 'timed' : 'no';
}

function toInstant(local: string): Date {
  return new Date(`${local.replace(' ', 'T')}+02:00`);
}

/** Numbers from 0 up to 1, the same at each start. */
function createRandom(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
