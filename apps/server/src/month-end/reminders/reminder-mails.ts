import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';

export type OpenExceptions = { block: number; warn: number };
export const noExceptions: OpenExceptions = { block: 0, warn: 0 };

const checkEntries = 'Please check your entries';
const finishMonth = 'Please finish your entries, and mark the month as complete';

type Own = { name: string; month: string; publicUrl: string; own: AttorneyMonth };
type Text = { subject: string; body: string };

export function attorneyReminder(
  { name, month, publicUrl, own }: Own,
  exceptions: OpenExceptions,
): Text {
  const title = longMonth(month);
  const isComplete = own.state === 'complete';
  const open = exceptionLine(exceptions);
  const paragraphs = [
    `Dear ${name}`,
    [
      isComplete
        ? `Your ${title} is complete, but your entries have open exceptions.`
        : `Your ${title} is not complete yet.`,
      own.entries === 0
        ? 'You have recorded nothing in this month.'
        : `Recorded: ${entriesAndSum(own)}.`,
      ...(open === undefined ? [] : [`Open exceptions in your entries: ${open}.`]),
    ].join('\n'),
    `${isComplete ? checkEntries : finishMonth}:\n${publicUrl}/home/entries`,
    'Recoup',
  ];
  const subject = isComplete
    ? `${title}: please check your entries`
    : `${title}: please complete your month`;
  return { subject, body: paragraphs.join('\n\n') };
}

type Firm = {
  name: string;
  firmName: string;
  month: string;
  publicUrl: string;
  months: readonly AttorneyMonth[];
};

export function adminSummary(
  { name, firmName, month, publicUrl, months }: Firm,
  exceptions: ReadonlyMap<string, OpenExceptions>,
): Text {
  const of = (state: AttorneyMonth['state']) => months.filter((each) => each.state === state);
  const line = (each: AttorneyMonth): string => {
    const open = exceptionLine(exceptions.get(each.attorney._id) ?? noExceptions);
    const recorded = each.entries === 0 ? 'nothing recorded' : entriesAndSum(each);
    return `${each.attorney.name}: ${recorded}${open === undefined ? '' : `; ${open}`}`;
  };
  const all = exceptionLine(sumExceptions(exceptions)) ?? 'none';
  const paragraphs = [
    `Dear ${name}`,
    `${firmName}, ${longMonth(month)}`,
    section('Not complete', of('open').map(line)),
    section('Nothing recorded', of('nothing').map(line)),
    section('Complete', of('complete').map(line)),
    `Open exceptions of attorneys: ${all}.`,
    `To close the month:\n${publicUrl}/home/attorneys/month-end`,
    'Recoup',
  ];
  const title = `${longMonth(month)}: ${of('complete').length} of ${months.length} complete`;
  return { subject: title, body: paragraphs.join('\n\n') };
}

/** A mail is short; the page lists everybody. */
const maxLines = 50;

function section(title: string, lines: readonly string[]): string {
  const more = lines.length - maxLines;
  return [
    `${title}: ${lines.length}`,
    ...lines.slice(0, maxLines).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

function entriesAndSum({ entries, sum }: AttorneyMonth): string {
  return `${counted(entries, 'entry', 'entries')}, ${formatRand(toCentsTotal(sum))}`;
}

function exceptionLine({ block, warn }: OpenExceptions): string | undefined {
  const parts = [
    ...(block > 0 ? [`${block} blocking`] : []),
    ...(warn > 0 ? [counted(warn, 'warning', 'warnings')] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function sumExceptions(exceptions: ReadonlyMap<string, OpenExceptions>): OpenExceptions {
  let sum = noExceptions;
  for (const { block, warn } of exceptions.values())
    sum = { block: sum.block + block, warn: sum.warn + warn };
  return sum;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function longMonth(month: string): string {
  return new Intl.DateTimeFormat('en-ZA', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}
