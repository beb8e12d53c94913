import { minutesFromSeconds } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import type { MatterChoice } from '../form/matter-choice.ts';

/** What is known of a call when it begins; `otherParty` as E.164. */
export type CallSubject = { matter?: MatterChoice; otherParty?: string };

/** A running or unsaved call; times in milliseconds. Its entry has the same id in every tab. */
export type Timer = { _id: string; startedAt: number; stoppedAt: number | null } & CallSubject;

type Times = Pick<Timer, 'startedAt' | 'stoppedAt'>;

/** One timer per user, kept on the device over reloads and offline. */
const keyOf = (userId: string) => `recoup:timer:${userId}`;

export function readTimer(storage: Storage, userId: string): Timer | null {
  const text = storage.getItem(keyOf(userId)) ?? '';
  if (!text.startsWith('{')) return readOldTimer(storage, userId, text);
  try {
    const kept = JSON.parse(text) as Timer; // `keepTimer` alone writes it
    return kept.startedAt > 0 && typeof kept._id === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** Earlier versions kept `<start> <stop or -> <id>`, and before that no id. */
function readOldTimer(storage: Storage, userId: string, text: string): Timer | null {
  const [started, stopped, id] = text.split(' ');
  const startedAt = Number(started);
  if (!Number.isFinite(startedAt) || startedAt <= 0) return null;
  const stoppedAt = Number(stopped);
  const timer = {
    _id: id ?? newId(),
    startedAt,
    stoppedAt: Number.isFinite(stoppedAt) ? stoppedAt : null,
  };
  keepTimer(storage, userId, timer);
  return timer;
}

export function keepTimer(storage: Storage, userId: string, timer: Timer | null): void {
  if (timer === null) storage.removeItem(keyOf(userId));
  else storage.setItem(keyOf(userId), JSON.stringify(timer));
}

/** Whole seconds, never negative even if the clock is set back. */
export function secondsOf(timer: Times, now: number): number {
  return Math.max(0, Math.floor(((timer.stoppedAt ?? now) - timer.startedAt) / 1000));
}

/** Part of a minute counts as a whole one; a call that was started and stopped at once has one. */
export function minutesOf(timer: Times, now: number): number {
  return Math.max(1, minutesFromSeconds(secondsOf(timer, now)));
}

/** `4:05`, `1:04:05`. */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, ...rest] = parts;
  const [minutes = 0, last = 0] = rest;
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(last)}` : `${minutes}:${two(last)}`;
}
