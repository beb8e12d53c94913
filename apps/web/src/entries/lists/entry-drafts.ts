import { maxMinutes } from '@recoup/contract/core/fields';
import { newId } from '@recoup/contract/core/ids';
import type { DatedType } from '../price/day-fees.ts';
import { type Draft, draftOfBody, emptyDraft } from '../form/entry-draft.ts';
import { isPricedOn } from '../entries.queries.ts';
import { localDayAt, today } from '../../platform/browser/local-day.ts';
import type { PendingEntry } from '../outbox/pending-entries.ts';
import type { PendingEntries } from '../outbox/use-pending-entries.ts';
import { callMinutes, callSeconds, type Timer } from '../timer/call-timer.ts';
import type { New, Open } from './open-entry-dialog.tsx';

type DraftField =
  | '_id'
  | 'attorney'
  | 'minutes'
  | 'matter'
  | 'matterText'
  | 'startedAt'
  | 'seconds'
  | 'otherParty'
  | 'narration';
type More = Partial<Pick<Draft, DraftField>> & { day?: number };

export function newEntryDraft(
  title: string,
  type: Pick<DatedType, '_id'>,
  { day, ...values }: More = {},
) {
  const date = localDayAt(day ?? Date.now());
  return {
    kind: 'new',
    title,
    draft: emptyDraft({ disbursementType: type._id, date, ...values }),
  } as const;
}

export function firstUnpricedType(types: readonly DatedType[]): DatedType | undefined {
  return types.find((type) => !isPricedOn(type, today()));
}

type StoppedCall = { matterText: string; clear: () => void };

/** The draft of a stopped call, which is cleared once it is saved; `type` where it has none. */
export function callDraft(type: DatedType, timer: Timer, call: StoppedCall): Open {
  const { matter = null, disbursementType = type, otherParty, attorney } = timer;
  const now = Date.now();
  const draft = newEntryDraft('Save the call', disbursementType, {
    _id: timer._id,
    ...(attorney && { attorney: attorney._id }),
    minutes: String(callMinutes(timer, now)),
    // A timer that ran for months must not prevent saving: no field of the form shows its seconds.
    seconds: Math.min(callSeconds(timer, now), maxMinutes * 60),
    matter,
    matterText: call.matterText || undefined,
    otherParty,
    day: timer.startedAt,
    startedAt: new Date(timer.startedAt).toISOString(),
  });
  return { ...draft, isCall: true, onStored: call.clear };
}

/** The part of a draft that names another attorney; empty for the user's own entries. */
export function draftFor(attorney: { _id: string } | undefined): Pick<More, 'attorney'> {
  return attorney === undefined ? {} : { attorney: attorney._id };
}

/** A text of another app counts as typed, so that closing the form offers it back. */
export function sharedDraft(type: DatedType, more: Pick<More, 'narration' | 'attorney'>): New {
  return { ...newEntryDraft('Add entry', type, more), isTyped: true };
}

/** A pending entry in the form again; a deleted one as a new entry. */
export function pendingDraft(entry: PendingEntry, pending: PendingEntries): Open {
  return entry.state === 'deleted' ? replacementDraft(entry, pending) : correctionDraft(entry);
}

function correctionDraft({ body, names }: PendingEntry): Extract<Open, { kind: 'new' }> {
  const matter = { _id: body.matter, number: names.matterNumber, name: names.matter, client: null };
  return {
    kind: 'new',
    title: 'Correct the entry',
    draft: draftOfBody(body, matter),
    isCorrection: true,
  };
}

/** An entry that the firm deleted is recorded again under a new id. */
function replacementDraft(entry: PendingEntry, pending: PendingEntries): Open {
  const { draft } = correctionDraft(entry);
  const onStored = () => pending.forget(entry);
  return { kind: 'new', title: 'Record again', draft: { ...draft, _id: newId() }, onStored };
}
