import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@recoup/contract/core/ids';
import { errorTexts } from '@recoup/contract/core/error-texts';
import { type Answer, ask } from './ask.ts';
import type { Worker } from './workers.ts';

/** The requests and acknowledgements that the client knows of. */
export type Acknowledgements = {
  /** By their ids: whether the server said that the entry is recorded. */
  entries: Map<string, { isAcknowledged: boolean; cents: number }>;
  /** By the name of the file, which begins the numbers of its matters. */
  imports: Map<string, { isAcknowledged: boolean }>;
  /** Ids of accepted mails. */
  mails: string[];
  /** How often each status was answered; 0 is no answer. */
  statuses: Map<number, number>;
  unexpected: string[];
  slowestMs: number;
  hung: number;
  /** When something succeeded last, as `performance.now()` has it. */
  lastSuccessAt: number;
  /** Longest time between two successes. */
  longestGapMs: number;
};

export type Workload = {
  acknowledgements: Acknowledgements;
  /** Lets all clients finish their work, at least one request each. */
  finish(): Promise<void>;
};

export const rowsInFile = 1_000;
/** Number of kills, from `first` on, and the seconds after which a part ends. */
export type Kills = { kills: number; first: number; seconds: number; say?: (line: string) => void };

/** Returns how often it was killed. */
export async function repeatKills(
  { kills, first, seconds }: Kills,
  kill: (number: number) => Promise<void>,
): Promise<number> {
  const until = performance.now() + 1_000 * seconds;
  let done = 0;
  for (; done < kills && performance.now() < until; done += 1) await kill(first + done);
  return done;
}

/** Waits for an acknowledged entry, file or mail in turn, so that each kind gets killed. */
export async function untilNextSuccess(acknowledgements: Acknowledgements, turn: number) {
  const before = counts(acknowledgements)[turn % 3] ?? 0;
  for (
    let tries = 0;
    tries < 400 && (counts(acknowledgements)[turn % 3] ?? 0) === before;
    tries += 1
  )
    await wait(10);
}

export function tally(acknowledgements: Acknowledgements): string {
  const [entries, files, mails] = counts(acknowledgements);
  return `${entries} entries, ${files} files, ${mails} mails acknowledged`;
}

function counts({ entries, imports, mails }: Acknowledgements): [number, number, number] {
  const isIn = (records: ReadonlyMap<string, { isAcknowledged: boolean }>) =>
    [...records.values()].filter(({ isAcknowledged }) => isAcknowledged).length;
  return [isIn(entries), isIn(imports), mails.length];
}

const entryLanes = 4;
/** Fewer than a firm may send in an hour. */
const mailsOfWorker = 15;

/** Records, imports and mails until told to stop; repeats requests without an answer. */
export function startWorkload(
  url: string,
  people: { recorders: readonly Worker[]; importer: Worker; senders: readonly Worker[] },
  mailPauseMs = 60,
): Workload {
  const acknowledgements: Acknowledgements = {
    entries: new Map(),
    imports: new Map(),
    mails: [],
    statuses: new Map(),
    unexpected: [],
    slowestMs: 0,
    hung: 0,
    lastSuccessAt: performance.now(),
    longestGapMs: 0,
  };
  const of: Lane = { url, acknowledgements, isStopping: false };
  const lanes = [
    ...Array.from({ length: entryLanes }, (_, index) =>
      recordEntries(of, people.recorders[index % people.recorders.length] ?? people.importer),
    ),
    importFiles(of, people.importer),
    sendMails(of, people.senders, mailPauseMs),
  ];
  return {
    acknowledgements,
    finish: async () => {
      for (let tries = 0; tries < 600 && counts(acknowledgements).includes(0); tries += 1)
        await wait(50);
      of.isStopping = true;
      await Promise.all(lanes);
    },
  };
}

type Lane = { url: string; acknowledgements: Acknowledgements; isStopping: boolean };

async function recordEntries(lane: Lane, worker: Worker): Promise<void> {
  for (let count = 1; !lane.isStopping; count += 1) {
    const id = newId();
    const record = { isAcknowledged: false, cents: count };
    lane.acknowledgements.entries.set(id, record);
    const { matter, type: disbursementType } = worker;
    const body = {
      _id: id,
      matter,
      disbursementType,
      date: '2026-03-05',
      amount: count / 100,
      narration: id,
    };
    // The same id each time: sent twice it is recorded once.
    await untilAnswered(
      lane,
      () => ask(`${lane.url}/entries`, { method: 'POST', token: worker.attorneyToken, body }),
      201,
    );
    record.isAcknowledged = true;
  }
}

async function importFiles(lane: Lane, worker: Worker): Promise<void> {
  for (let count = 1; !lane.isStopping; count += 1) {
    const name = `file${count}`;
    const rows = Array.from(
      { length: rowsInFile },
      (_, row) => `${name}-${row},Debt recovery ${row},Zulu\n`,
    );
    const record = { isAcknowledged: false };
    lane.acknowledgements.imports.set(name, record);
    const question = {
      method: 'POST',
      token: worker.adminToken,
      type: 'text/csv',
      body: `Ref,Name,Client\n${rows.join('')}`,
    };
    await untilAnswered(lane, () => ask(`${lane.url}/imports?fileName=${name}`, question), 200);
    record.isAcknowledged = true;
  }
}

/** A mail without an answer may have been accepted, so it is not sent again. */
async function sendMails(lane: Lane, senders: readonly Worker[], pauseMs: number): Promise<void> {
  for (const { adminToken: token } of senders) {
    if (lane.isStopping) return;
    // Nothing is left to export when an export without an answer was made all the same, which is as
    // good.
    await untilAnswered(
      lane,
      () => ask(`${lane.url}/exports`, { method: 'POST', token, body: {} }),
      201,
      404,
    );
    for (let count = 0; count < mailsOfWorker && !lane.isStopping; count += 1) {
      const body = { from: '', to: 'bookkeeper@lawfirm.co.za', subject: 'March', body: '' };
      const answer = noted(
        lane,
        await ask(`${lane.url}/sendMail?type=csv`, { method: 'POST', token, body }),
      );
      if (answer.status === 200) lane.acknowledgements.mails.push(idIn(answer.body));
      else note503(lane, answer, 'sendMail');
      await wait(pauseMs);
    }
  }
}

async function untilAnswered(lane: Lane, send: () => Promise<Answer>, ...good: number[]) {
  for (;;) {
    const answer = noted(lane, await send());
    if (good.includes(answer.status)) return;
    note503(lane, answer, 'a write');
    await wait(50);
  }
}

function noted({ acknowledgements }: Lane, answer: Answer): Answer {
  acknowledgements.statuses.set(
    answer.status,
    (acknowledgements.statuses.get(answer.status) ?? 0) + 1,
  );
  acknowledgements.slowestMs = Math.max(acknowledgements.slowestMs, answer.ms);
  if (answer.isHung) acknowledgements.hung += 1;
  if (answer.status >= 200 && answer.status < 300) {
    const at = answer.startedAt + answer.ms;
    const gapMs = at - acknowledgements.lastSuccessAt;
    acknowledgements.longestGapMs = Math.max(acknowledgements.longestGapMs, gapMs);
    acknowledgements.lastSuccessAt = at;
  }
  return answer;
}

/** During a failure the only answer is 503 with its text; others are faults. */
function note503({ acknowledgements }: Lane, { status, body }: Answer, what: string): void {
  const isRefused = status === 503 && body.includes(errorTexts.unavailable);
  if (status !== 0 && !isRefused && acknowledgements.unexpected.length < 20)
    acknowledgements.unexpected.push(`${what}: ${status} ${body.slice(0, 200)}`);
}

function idIn(body: string): string {
  return (JSON.parse(body) as { data: { _id: string } }).data._id; // the contract's reply
}
