import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import { makeJobsDue } from '../../apps/server/test/due-jobs.ts';
import type { SmtpSink } from '../../apps/server/test/smtp.ts';
import { type Acknowledgements, rowsInFile } from './workload.ts';

/** Acknowledged changes, and differences, which must be 0 except `mailRepeats`. */
export type Comparison = {
  entries: number;
  imports: number;
  mails: number;
  entriesLost: number;
  /** Recorded with another amount or user, or without exactly one audit line. */
  entriesWrong: number;
  sumsWrong: number;
  importsLost: number;
  importsPartial: number;
  importsTwice: number;
  mailsLost: number;
  /** Repeats under one Message-ID: killed between the "250" and our commit. */
  mailRepeats: number;
  mailStrangers: number;
  mailsUnsent: number;
};

/** Compares acknowledgements with database and mail server, once no mail is queued. */
export async function compare(db: Db, acknowledgements: Acknowledgements, smtp: SmtpSink) {
  await untilNoneQueued(db);
  return {
    ...(await compareEntries(db, acknowledgements)),
    ...(await compareImports(db, acknowledgements)),
    ...(await compareMails(db, acknowledgements, smtp)),
  };
}

/** Whether everything is as it was promised. */
export function isConsistent(comparison: Comparison): boolean {
  const { entries: _, imports: __, mails: ___, mailRepeats: ____, ...faults } = comparison;
  return Object.values(faults).every((count) => count === 0);
}

/** Those that were acknowledged until now, also while more are recorded. */
export async function countLostEntries(db: Db, { entries }: Acknowledgements): Promise<number> {
  const acknowledged = [...entries].filter(([, { isAcknowledged }]) => isAcknowledged);
  const rows = await db.selectFrom('entries').select('id').execute();
  const there = new Set(rows.map(({ id }) => id));
  return acknowledged.filter(([id]) => !there.has(id)).length;
}

async function compareEntries(db: Db, acknowledgements: Acknowledgements) {
  const rows = await db
    .selectFrom('entries')
    .where('narration', 'is not', null)
    .select(['id', 'amountCents'])
    .execute();
  const audits = await db
    .selectFrom('auditLog')
    .where('action', '=', 'entry.recorded')
    .select('subjectId')
    .execute();
  const recorded = countBy(audits.map(({ subjectId }) => subjectId ?? ''));
  const isWrong = (id: string, cents: number) =>
    acknowledgements.entries.get(id)?.cents !== cents || recorded.get(id) !== 1;
  return {
    entries: [...acknowledgements.entries.values()].filter((each) => each.isAcknowledged).length,
    entriesLost: await countLostEntries(db, acknowledgements),
    entriesWrong: rows.filter(({ id, amountCents }) => isWrong(id, amountCents)).length,
    sumsWrong: (await areSumsRight(db)) ? 0 : 1,
  };
}

/** The daily totals are those of the entries. */
async function areSumsRight(db: Db): Promise<boolean> {
  const [stored] = await db
    .selectFrom('entryDays')
    .select((eb) => [
      eb.fn.sum<string>('count').as('count'),
      eb.fn.sum<string>('amountCents').as('cents'),
    ])
    .execute();
  const [real] = await db
    .selectFrom('entries')
    .select((eb) => [
      eb.fn.countAll<string>().as('count'),
      eb.fn.sum<string>('amountCents').as('cents'),
    ])
    .execute();
  return (
    Number(stored?.count) === Number(real?.count) && Number(stored?.cents) === Number(real?.cents)
  );
}

async function compareImports(db: Db, acknowledgements: Acknowledgements) {
  const numbers = await db
    .selectFrom('matters')
    .where('number', 'like', 'file%')
    .select('number')
    .execute();
  const matters = countBy(numbers.map(({ number }) => number.split('-')[0] ?? ''));
  const rows = await db.selectFrom('imports').where('created', '>', 0).select('fileName').execute();
  const imports = countBy(rows.map(({ fileName }) => fileName ?? ''));
  const names = [...acknowledgements.imports.keys()];
  const acknowledged = names.filter(
    (name) => acknowledgements.imports.get(name)?.isAcknowledged === true,
  );
  return {
    imports: acknowledged.length,
    importsLost: acknowledged.filter((name) => (matters.get(name) ?? 0) === 0).length,
    importsPartial: [...matters.values()].filter((count) => count !== rowsInFile).length,
    importsTwice: names.filter((name) => (imports.get(name) ?? 0) !== (matters.has(name) ? 1 : 0))
      .length,
  };
}

async function compareMails(db: Db, acknowledgements: Acknowledgements, smtp: SmtpSink) {
  const arrived = smtp.received.map(
    ({ bytes }) => /^Message-ID: <([^@>]+)@/m.exec(bytes.toString())?.[1] ?? '',
  );
  const rows = await db.selectFrom('mails').select(['id', 'state']).execute();
  const known = new Set(rows.map(({ id }) => id));
  const seen = new Set(arrived);
  return {
    mails: acknowledgements.mails.length,
    mailsLost: acknowledgements.mails.filter((id) => !seen.has(id)).length,
    mailRepeats: arrived.length - new Set(arrived).size,
    mailStrangers: arrived.filter((id) => !known.has(id)).length,
    mailsUnsent: rows.filter(({ state }) => state !== 'sent').length,
  };
}

/** After some kills a mail may have to wait minutes for its next try, and the drill does not. */
async function untilNoneQueued(db: Db): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const row = await db
      .selectFrom('mails')
      .select('id')
      .where('state', '=', 'queued')
      .executeTakeFirst();
    if (!row) return;
    await makeJobsDue(db);
    await wait(100);
  }
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
