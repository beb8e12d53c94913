import { formatRand } from '@recoup/contract/core/money';
import { longDay } from '@recoup/contract/entries/rules';
import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import {
  exceptionBounds,
  type ExceptionCode,
  exceptionLevels,
} from '@recoup/contract/month-end/exceptions';
import type { ExceptionRow } from './exceptions.repository.ts';

export function toException(row: ExceptionRow): Exception {
  const { code, kind, subjectId, attorney, day, acceptance, isAccepted, fingerprint } = row;
  return {
    code,
    level: exceptionLevels[code],
    subject: { kind, _id: subjectId, name: subjectName(row) },
    message: messages[code](row.shown ?? {}, row),
    fingerprint,
    attorney,
    day,
    matter: row.matter?.number ?? null,
    export: row.export,
    accepted:
      isAccepted && acceptance !== null
        ? { ...acceptance, at: new Date(acceptance.at).toISOString() }
        : null,
    hasLapsed: acceptance !== null && !isAccepted,
  };
}

function subjectName({ kind, type, matter, name, day, shown }: ExceptionRow): string {
  const ofMatter = matter === null ? '' : `${matter.number} ${matter.description}`;
  if (kind === 'matter') return ofMatter;
  if (kind === 'export') return `Export ${name ?? ''}`;
  if (kind === 'call') return `Call at ${time(shown?.start)} on ${longDay(day ?? '')}`;
  return kind === 'entry' ? `${type ?? ''}, ${longDay(day ?? '')}, ${ofMatter}` : (name ?? '');
}

/** The rule's findings, from the column `shown` of its SQL. */
type Shown = Readonly<Record<string, unknown>>;

const messages: Readonly<Record<ExceptionCode, (shown: Shown, row: ExceptionRow) => string>> = {
  NOFEE: ({ types, day }) =>
    `No call fees for ${list(types)}, first on ${dayText(day)}. Enter the call fees.`,
  LAYOUT: ({ reason }) => String(reason),
  FUTURE: (_, { day }) => `${dayText(day)} is in the future. Correct the day.`,
  CLOSED: ({ status, opened, matter }) =>
    status === 'Closed'
      ? `Matter ${String(matter)} is closed.`
      : `Matter ${String(matter)} was opened on ${dayText(opened)}, after this entry's day.`,
  ZERO: () => 'This entry costs R 0.00.',
  DUPSAME: ({ exported }) =>
    exported === true
      ? 'The same is in an export already: attorney, matter, type, day, time and amount are equal.'
      : 'Recorded twice: attorney, matter, type, day, time and amount are equal.',
  DUPTWO: ({ start, otherStart, otherMatter }) =>
    `Began at ${time(start)}; another on matter ${String(otherMatter)} at ${time(otherStart)}.`,
  DUPCALL: ({ start }) =>
    `The telephone system has a call at ${time(start)} that is probably this one. Merge the two.`,
  LONG: ({ minutes, bound }) =>
    bound === null
      ? `${count(minutes)} min; calls of more than ${exceptionBounds.longMinutes} min are rare.`
      : `${count(minutes)} min; up to ${count(bound)} min are usual for this attorney.`,
  DEAR: ({ cents, bound }) => `${rand(cents)}; up to ${rand(bound)} is usual for this type.`,
  LATE: ({ recorded, days, closed }) =>
    closed === null
      ? `Recorded on ${dayText(recorded)}, ${count(days)} days after its day.`
      : `Recorded on ${dayText(recorded)}, when export ${count(closed)} had closed its day.`,
  NARR: (_, { type }) => `Entries of ${type ?? 'this type'} want a narration.`,
  NONE: ({ usual }) => `Recorded nothing; about ${usualEntries(usual)} usual by now.`,
  DROP: ({ now, usual }) => `Recorded ${entries(now)}; about ${usualEntries(usual)} usual by now.`,
  LOOSE: () => 'Nobody recorded this call of the telephone system. Choose its matter.',
  CAP: ({ level, cap, sum }) =>
    `${rand(sum)} recorded, ${count(level)} % or more of the cap of ${rand(cap)}.`,
  MAILBAD: ({ reason }) =>
    typeof reason === 'string' ? `Not delivered: ${reason}` : 'Not delivered.',
  UNSENT: () =>
    `Closed more than ${exceptionBounds.unsentDays} days ago, and neither downloaded nor emailed.`,
  REOPENED: ({ reason }) => `Reopened (${String(reason)}); its entries are not closed again.`,
  NOATT: () => 'This open matter has no attorney.',
  WEEKEND: (_, { day }) => `${dayText(day)} was a weekend or a public holiday.`,
  MEASURE: ({ minutes, seconds, began }, { day }) =>
    typeof seconds === 'number' && minutes !== Math.ceil(seconds / 60)
      ? `${count(minutes)} min, but the call was measured with ${clockTime(seconds)}.`
      : `The call began on ${dayText(began)}, not on ${dayText(day)}.`,
  OLDPWD: ({ invited }) =>
    `Has had an initial password since ${dayText(invited)}, which has ended.`,
};

function rand(cents: unknown): string {
  return formatRand(BigInt(String(cents)));
}

/** Minutes and seconds, `9:05`. */
function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

function count(value: unknown): string {
  return String(value);
}

function entries(value: unknown): string {
  return value === 1 ? '1 entry' : `${count(value)} entries`;
}

function usualEntries(value: unknown): string {
  return `${entries(value)} ${value === 1 ? 'is' : 'are'}`;
}

function list(titles: unknown): string {
  return Array.isArray(titles) ? titles.join(', ') : '';
}

function dayText(day: unknown): string {
  return typeof day === 'string' ? longDay(day) : '';
}

/** Made once: it takes as long as a hundred times. */
const hoursAndMinutes = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Johannesburg',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time in South Africa, `14:05`. */
function time(at: unknown): string {
  return hoursAndMinutes.format(new Date(String(at)));
}
