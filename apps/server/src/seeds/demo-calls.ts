import { pick } from './demo-matters.ts';

/** An answered call of an attorney with an outside number. */
export type DemoCall = {
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

export const demoAttorneyCount = 20;
export const demoMattersOfAttorney = 12;
const reception = '200';
const callsOfDay = 7;

export function demoExtension(attorney: number): string {
  return String(201 + attorney);
}

/** An unused number. The last two matters of an attorney share one. */
export function demoNumber(attorney: number, matter: number): string {
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
export function demoCallMonth(
  days: readonly string[],
  matterNumber: (attorney: number, matter: number) => string,
): { file: string; calls: DemoCall[] } {
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
