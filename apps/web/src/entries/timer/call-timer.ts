import { minutesFromSeconds } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import type { MatterChoice } from '../form/matter-choice.ts';

/** Facts known before a call is saved: `otherParty` in E.164, `attorney` unless it is the user. */
export type CallSubject = {
  matter?: MatterChoice | undefined;
  disbursementType?: { _id: string; title: string } | undefined;
  otherParty?: string | undefined;
  attorney?: { _id: string; name: string } | undefined;
};

/** A running or unsaved call; times in milliseconds. Its entry has the same id in every tab. */
export type Timer = { _id: string; startedAt: number; stoppedAt: number | null } & CallSubject;

type Times = Pick<Timer, 'startedAt' | 'stoppedAt'>;

/** One timer per user, stored on the device over reloads and offline. */
const storageKey = (userId: string) => `recoup:timer:${userId}`;

/** `<start> <stop or -> <id> <subject as JSON>`: earlier versions keep no subject, or no id. */
export function readTimer(storage: Storage, userId: string): Timer | null {
  const [started, stopped, id, ...subject] = (storage.getItem(storageKey(userId)) ?? '').split(' ');
  const startedAt = Number(started);
  if (!Number.isFinite(startedAt) || startedAt <= 0) return null;
  const stoppedAt = Number(stopped);
  const timer = {
    _id: id ?? newId(),
    startedAt,
    stoppedAt: Number.isFinite(stoppedAt) ? stoppedAt : null,
    ...readSubject(subject.join(' ')),
  };
  if (id === undefined) keepTimer(storage, userId, timer);
  return timer;
}

/**
 * Another version may have written it: what is unreadable is left out, the call stays. Without a
 * schema, because zod is a sixth of what an attorney's first visit loads.
 */
function readSubject(text: string): CallSubject {
  const { matter, disbursementType, otherParty, attorney } = readObject(text);
  const found = {
    matter: readTexts(matter, ['_id', 'number', 'name']),
    disbursementType: readTexts(disbursementType, ['_id', 'title']),
    attorney: readTexts(attorney, ['_id', 'name']),
  };
  return {
    ...(found.matter && { matter: { ...found.matter, client: null } }),
    ...(found.disbursementType && { disbursementType: found.disbursementType }),
    ...(typeof otherParty === 'string' && { otherParty }),
    ...(found.attorney && { attorney: found.attorney }),
  };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** These fields of an object; undefined unless each is a text. */
function readTexts<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Record<Name, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = names.map((name): [Name, unknown] => [name, Reflect.get(value, name)]);
  if (fields.some(([, text]) => typeof text !== 'string')) return undefined;
  return Object.fromEntries(fields) as Record<Name, string>; // checked above
}

/**
 * Pages of earlier versions read the first three parts. The name of the client and the numbers of
 * the matter do not stay on the device (docs/decisions/0021).
 */
export function keepTimer(storage: Storage, userId: string, timer: Timer | null): void {
  if (timer === null) return storage.removeItem(storageKey(userId));
  const { _id, startedAt, stoppedAt, matter, ...rest } = timer;
  const subject = { ...rest, ...(matter && { matter: keptMatter(matter) }) };
  const text = `${startedAt} ${stoppedAt ?? '-'} ${_id} ${JSON.stringify(subject)}`;
  storage.setItem(storageKey(userId), text);
}

function keptMatter({ _id, number, name }: MatterChoice): MatterChoice {
  return { _id, number, name, client: null };
}

/**
 * Changes the call as it is stored now, because another tab may have changed something else of it.
 * Returns what is stored then: another call or none, if this one was saved or discarded there.
 */
export function changeTimer(
  storage: Storage,
  userId: string,
  { _id, ...changed }: Pick<Timer, '_id'> & Partial<Timer>,
): Timer | null {
  const stored = readTimer(storage, userId);
  if (stored?._id !== _id) return stored;
  const next = { ...stored, ...changed };
  keepTimer(storage, userId, next);
  return next;
}

/** There is one call at a time: one that another tab has started is not replaced. */
export function startTimer(storage: Storage, userId: string, subject: CallSubject): Timer {
  const other = readTimer(storage, userId);
  if (other !== null) return other;
  const timer = { _id: newId(), startedAt: Date.now(), stoppedAt: null, ...subject };
  keepTimer(storage, userId, timer);
  return timer;
}

/** Whole seconds, never negative even if the clock is set back. */
export function callSeconds(timer: Times, now: number): number {
  return Math.max(0, Math.floor(((timer.stoppedAt ?? now) - timer.startedAt) / 1000));
}

/** Part of a minute counts as a whole one; a call that was started and stopped at once has one. */
export function callMinutes(timer: Times, now: number): number {
  return Math.max(1, minutesFromSeconds(callSeconds(timer, now)));
}

/** `4:05`, `1:04:05`. */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, ...rest] = parts;
  const [minutes = 0, last = 0] = rest;
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(last)}` : `${minutes}:${two(last)}`;
}
