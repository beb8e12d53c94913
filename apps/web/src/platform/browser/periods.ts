import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import { localDay } from './local-day.ts';
import { formatLongDate } from '../../ui/lib/format.ts';

type Period = { validFrom: string; until: string | null };
type Version = Period & { replacedAt: string | null };
export type SavedVersion = Version & {
  _id: string;
  createdAt: string;
  createdBy: string | null;
  isTakenBack?: boolean;
};

/** The days of a schedule in words: `From 1 March 2027`, `Until 28 February 2027`. */
export function periodText({ validFrom: from, until }: Period): string {
  if (until === null) return from === beginningOfTime ? 'Always' : `From ${formatLongDate(from)}`;
  if (from === beginningOfTime) return `Until ${formatLongDate(until)}`;
  return from === until
    ? formatLongDate(from)
    : `${formatLongDate(from)} – ${formatLongDate(until)}`;
}

/** Whether a schedule is in force or coming; undefined for a past or superseded one. */
export function dayKind(
  { validFrom: from, until, replacedAt }: Version,
  today: string,
): 'now' | 'coming' | undefined {
  if (replacedAt !== null || (until !== null && until < today)) return undefined;
  return from > today ? 'coming' : 'now';
}

/** A dated price as a time line shows it. */
export function timeLineItem(
  version: SavedVersion,
  { text, today }: Record<'text' | 'today', string>,
) {
  const { _id: id, validFrom, replacedAt } = version;
  return {
    id,
    period: replacedAt === null ? periodText(version) : `From ${formatLongDate(validFrom)}`,
    kind: dayKind(version, today),
    text,
    saved: savedText(version),
  };
}

/** `Saved on 22 November 2026 by Lerato Nkosi, replaced on 23 November 2026`. */
function savedText({ createdAt, createdBy, replacedAt, isTakenBack }: SavedVersion): string {
  const formatLocalLongDay = (moment: string) => formatLongDate(localDay(new Date(moment)));
  const by = createdBy === null ? '' : ` by ${createdBy}`;
  const verb = isTakenBack === true ? 'undone' : 'replaced';
  const end = replacedAt === null ? '' : `, ${verb} on ${formatLocalLongDay(replacedAt)}`;
  return `Saved on ${formatLocalLongDay(createdAt)}${by}${end}`;
}

/**
 * The version in force if a coming version is removed: the one before it, or for the first version
 * the one after it. `versions` are those not superseded, the last one first.
 */
export function valueWithout<V extends Version>(versions: readonly V[], version: V): V | undefined {
  const index = versions.indexOf(version);
  return versions[index + 1] ?? versions[index - 1];
}
