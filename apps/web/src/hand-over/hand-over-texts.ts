import type { HandOver, HandOverRun } from '@recoup/contract/hand-over/endpoints';
import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { formatDate } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';

/** `Daily at 16:00`. */
function whenText({ on, day, time }: Pick<HandOver, 'on' | 'day' | 'time'>): string {
  const days = {
    last_working_day: 'On the last working day of the month',
    working_days_before: `${daysText(day ?? 1)} before the last one of the month`,
    first_working_day: 'On the first working day of the month, for the month before',
    day_of_month: dayOfMonth(day ?? 1),
    daily: 'Daily',
  } as const;
  return `${days[on]} at ${time}`;
}

type Layouts = readonly { _id: string; name: string }[];

/** `LegalSuite to Ledger. Daily at 16:00. Next: 18 Mar 2026, 16:00.` */
export function aboutHandOver(handOver: HandOver, layouts: Layouts): string {
  const { server, email, nextAt, by } = handOver;
  const next = nextAt === null ? 'It is off.' : `Next: ${formatMoment(nextAt)}.`;
  const to = server?.name ?? email ?? '';
  return `${fileText(handOver, layouts)} to ${to}. ${whenText(handOver)}. ${next} In the name of ${
    by.name
  }.`;
}

export function aboutServer({ user, host, port, folder, hostKey }: SftpServer): string {
  const place = `${user}@${host}${port === 22 ? '' : `:${port}`}`;
  const into = folder === '' ? '' : `, folder ${folder}`;
  return hostKey === null
    ? `${place}${into}. Nothing is sent before a test has shown its host key and you confirm it.`
    : `${place}${into}. Its host key is confirmed.`;
}

export const runStateLabels: Readonly<Record<HandOverRun['state'], string>> = {
  sending: 'On the way',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped',
  empty: 'Nothing to export',
};

/** The result of a run, in a few sentences. */
export function aboutRun(run: HandOverRun): string {
  const { message, tries, nextTryAt, sentAt, to, upTo, fileName } = run;
  const made = run.export === null ? '' : `Export ${run.export.number}, up to ${formatDate(upTo)}.`;
  const what = fileName === null ? `To ${to}.` : `${fileName} to ${to}.`;
  return [
    `${formatMoment(run.dueAt)}.`,
    made,
    run.export === null ? '' : what,
    sentAt === null ? '' : `Sent: ${formatMoment(sentAt)}.`,
    message ?? '',
    tries > 1 || (tries === 1 && sentAt === null) ? triesText(tries) : '',
    nextTryAt === null ? '' : `Next try: ${formatMoment(nextTryAt)}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function triesText(tries: number): string {
  return tries === 1 ? 'Tried once.' : `Tried ${tries} times.`;
}

function daysText(count: number): string {
  return count === 1 ? '1 working day' : `${count} working days`;
}

function dayOfMonth(day: number): string {
  const rest = day > 28 ? ', or on the last day of a shorter month' : '';
  return `On day ${day} of the month${rest}`;
}

function fileText({ layout, type }: HandOver, layouts: Layouts): string {
  if (layout === null) return type === 'csv' ? 'CSV' : 'Excel file (XLSX)';
  return layouts.find(({ _id }) => _id === layout)?.name ?? 'A deleted layout';
}
