import { toCents, toRand } from '../core/money.ts';
import type { CallFeeBand } from './rules.ts';

/** A row on the wire. */
type Row = Omit<CallFeeBand, 'chargeCents'> & { charges: number };

/** From Rand on the wire to cents. */
export function toCallFeeBand({ startTime, endTime, additionalTime, charges }: Row): CallFeeBand {
  return { startTime, endTime, additionalTime, chargeCents: toCents(charges) };
}

/** From cents to Rand on the wire. */
export function toFeeRow({ startTime, endTime, additionalTime, chargeCents }: CallFeeBand): Row {
  return { startTime, endTime, additionalTime, charges: toRand(chargeCents) };
}
