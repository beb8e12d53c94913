import { newId } from '@recoup/contract/core/ids';
import { formatRand, toCents } from '@recoup/contract/core/money';
import {
  type Entry,
  entryEndpoints,
  type NewEntry,
  type PricedEntry,
} from '@recoup/contract/entries/endpoints';
import { reversalEndpoints } from '@recoup/contract/entries/reversals';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../platform/api/api-client.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { invalidate, read } from '../../platform/api/read.ts';
import { today } from '../../platform/browser/local-day.ts';
import { monthText, toMonth } from '../../platform/browser/months.ts';
import { may } from '../../platform/session/may.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { formatDate, formatLongDate } from '../../ui/lib/format.ts';
import { VatFacts } from '../../vat/vat-facts.tsx';
import { EntryVouchers } from '../../vouchers/entry-vouchers.tsx';
import { reachedSentence } from '../caps/cap-texts.ts';
import { AccountNote } from '../form/account-note.tsx';
import { useReason } from '../form/correction-reason.tsx';
import type { ReplacementDays } from '../form/entry-dialog-props.ts';
import { EntryDialog } from '../form/entry-dialog.tsx';
import { type Draft, entryDraftFrom } from '../form/entry-draft.ts';
import type { TypesOn } from '../form/pricing.ts';
import { type DatedType, typeOn } from '../price/day-fees.ts';
import { PriceExplanation } from '../price/price-explanation.tsx';
import { amountText, EntryFactList } from './entry-fact-list.tsx';
import { EntryHistory } from './entry-history.tsx';
import { EntryLinks } from './entry-links.tsx';
import { ExportLink } from './export-link.tsx';
import styles from './reversals.module.css';

type Props = {
  entry: PricedEntry;
  title: string;
  types: readonly DatedType[];
  /** Opens another entry in its place. */
  onShow: (id: string) => void;
  /** Shows the entry as it has become. */
  onReload: () => void;
  onClose: () => void;
};

/** An entry that cannot be changed: why it costs what it costs, and how to take it back. */
export function LockedEntry(props: Props) {
  const { entry, title, onShow, onReload, onClose } = props;
  const reason = useReason(true, 'Saved with the reversal.');
  const saving = useReversal(entry, { onDone: onClose, onReload });
  const [isReplacing, setReplacing] = useState(false);
  const reversal = { reason, saving };
  if (isReplacing) return <Replacement {...props} {...reversal} />;
  return (
    <Dialog title={title} isOpen isChanged={reason.isTyped && !saving.isSuccess} onClose={onClose}>
      <EntryFactList entry={entry} />
      <EntryVouchers entry={entry} />
      <PriceExplanation price={entry.price} />
      <VatFacts vat={entry.vat} />
      <AccountNote account={entry.supplierAccount} />
      <EntryLinks links={entry.links} onShow={onShow} />
      <EntryHistory id={entry._id} />
      <LockedBy entry={entry} />
      {may('entries:write') && isReversible(entry) && (
        <details>
          <summary>Reverse this entry</summary>
          <ReverseForm {...props} {...reversal} onReplace={() => setReplacing(true)} />
        </details>
      )}
    </Dialog>
  );
}

function isReversible({ reversedBy, reverses }: PricedEntry): boolean {
  return reversedBy === undefined && reverses === undefined;
}

type Reversing = Pick<Props, 'entry' | 'title'> & {
  reason: ReturnType<typeof useReason>;
  saving: ReturnType<typeof useReversal>;
};

function ReverseForm({
  entry,
  title,
  reason,
  saving,
  onReplace,
}: Reversing & { onReplace: () => void }) {
  const [day, amount] = [formatDate(entry.date), amountText(entry)];
  const ofDay = entry.date > today() ? `of ${day}` : 'of today';
  return (
    <Form
      isSaving={saving.isPending}
      className={styles.reverse}
      onSubmit={(event) => {
        event.preventDefault();
        reason.isThere();
      }}
    >
      <p>
        A new entry {ofDay} takes back {amount}. It goes out with the next export.
      </p>
      {reason.field}
      <div className={styles.buttons}>
        <ConfirmButton
          title="Reverse this entry?"
          question={`${title} of ${day}, ${amount}: a new entry ${ofDay} takes it back.`}
          confirmLabel="Reverse"
          mayAsk={reason.isThere}
          confirming={saving}
          onConfirm={() => saving.mutate({ reason: reason.text })}
        >
          Reverse
        </ConfirmButton>
        <Button variant="outline" onClick={onReplace}>
          Reverse and replace
        </Button>
      </div>
    </Form>
  );
}

/**
 * The form of the entry that takes its place, filled in with what was recorded. It is of today, as
 * the reversal is, and is priced by the day on which it happened.
 */
function Replacement({ entry, title, types, reason, saving, onClose }: Reversing & Props) {
  const [start] = useState(() => replacementDraft(entry));
  return (
    <EntryDialog
      title={`Replace ${title}`}
      start={start}
      replacing={{
        ...replacementDays(entry.date, start.date),
        note: (date) => closedDay(entry, date),
      }}
      typesOn={typesOfReplacement(entry, types)}
      first={(draft) => otherVat(entry, draft.disbursementType)}
      saving={saving}
      isChanged={reason.isTyped && !saving.isSuccess}
      onSave={({ body, happenedOn }) => {
        if (!reason.isThere()) return false;
        const replacement = { ...body, ...(happenedOn !== undefined && { happenedOn }) };
        saving.mutate({ reason: reason.text, replacement });
        return true;
      }}
      onClose={onClose}
      extra={reason.field}
    />
  );
}

/** Says if the settings of VAT have changed since the entry was recorded. */
function otherVat({ vat: before, vatNow: now, disbursementType }: PricedEntry, type: string) {
  if (now === undefined || type !== disbursementType._id || isSameVat(before, now)) return null;
  return (
    <Alert kind="warning">
      The VAT differs from that of the reversed entry. For the same amount it is now {vatWords(now)}
      , not {vatWords(before)}.
    </Alert>
  );
}

/** Says if a chosen day belongs to a period that went out already. */
function closedDay({ closed, date: first }: PricedEntry, date: string) {
  if (closed === undefined || date < first || date > closed.to) return null;
  return (
    <Alert kind="warning">
      Export {closed.number} closed all days up to {formatLongDate(closed.to)}. This correction goes
      out with the next export, and changes what a statement of {monthText(toMonth(date))} says.
    </Alert>
  );
}

type Vat = PricedEntry['vatNow'];

function isSameVat(before: Vat, now: Vat): boolean {
  return before?.treatment === now?.treatment && before?.vat === now?.vat;
}

/** `R 5.63 (standard rate)`. */
function vatWords(vat: Vat): string {
  const { vat: amount, treatment } = vat ?? { vat: 0, treatment: 'none' };
  return `${formatRand(toCents(amount))} (${vatWord[treatment]})`;
}

const vatWord: Readonly<Record<NonNullable<Vat>['treatment'], string>> = {
  none: 'without VAT',
  cost: 'standard rate',
  agent: 'paid as agent of the client',
  zero: 'zero-rated',
  exempt: 'exempt',
};

/** Which export locks an entry, and what can be done about it. */
function LockedBy({ entry }: { entry: Entry }) {
  const { export: held, reverses, reversedBy } = entry;
  const hasLedger = may('exports:read');
  if (held === undefined) return null;
  return (
    <p>
      Locked by {hasLedger ? <ExportLink of={held} /> : `export ${held.number}`}.
      {may('entries:write') && reversedBy === undefined && reverses === undefined && (
        <>
          {' Reverse it to correct it, or '}
          {may('exports:reopen') ? 'reopen the export.' : 'ask a firm admin to reopen the export.'}
        </>
      )}
    </p>
  );
}

type Body = { reason: string; replacement?: NewEntry & { happenedOn?: string } };

type Then = { onDone: () => void; onReload: () => void };

/** Reverses the entry, with or without a replacement; one that has changed is shown again. */
function useReversal({ _id: id }: PricedEntry, { onDone, onReload }: Then) {
  const client = useQueryClient();
  const onError = async (error: Error) => {
    if (!(error instanceof ApiError) || error.status !== 409) return;
    const input = { params: { id } };
    const { data } = await client.fetchQuery({
      ...read(entryEndpoints.getEntry, input),
      staleTime: 0,
    });
    if (data.reversedBy === undefined && data.isLocked) return;
    toast(error.message, 'bad');
    onReload();
    await invalidate(client, ['entries']);
  };
  return useOneMutation({
    mutationFn: async (body: Body) =>
      (await send(reversalEndpoints.reverseEntry, { params: { id }, body })).data,
    onError,
    onSuccess: async ({ replacement }) => {
      onDone();
      toast(replacement ? 'Entry reversed and replaced.' : 'Entry reversed.');
      if (replacement?.cap)
        toast(reachedSentence(replacement.matter.number, replacement.cap), 'bad');
      await invalidate(client, ['entries', 'matters']);
    },
  });
}

/** A draft of today, or of a coming day; it happened when the reversed entry did. */
function replacementDraft(entry: PricedEntry): Draft {
  const { date, happenedOn = date } = entry;
  const day = date > today() ? date : today();
  return { ...entryDraftFrom(entry), _id: newId(), date: day, happenedOn };
}

/** The days that a replacement may have. Errors are worded as the server words them. */
export function replacementDays(first: string, last: string): ReplacementDays {
  const days =
    first === last
      ? `Must be ${formatLongDate(first)}, the day of the reversed entry.`
      : `Choose a day from ${formatLongDate(first)}, that of the reversed entry, up to today.`;
  const check = ({ date, happenedOn = '' }: Draft) => {
    const isOutside = date !== '' && (date < first || date > last);
    const isAfter = date !== '' && !isOutside && happenedOn > date;
    return {
      ...(isOutside && { date: days }),
      ...(happenedOn === '' && { happenedOn: 'Enter the day on which it happened.' }),
      ...(isAfter && { happenedOn: `Must not be after ${formatLongDate(date)}.` }),
    };
  };
  return { first, last, check };
}

/** The types that a replacement offers, with the prices of a late entry that is recorded now. */
export function typesOfReplacement(
  entry: Pick<PricedEntry, 'disbursementType' | 'callFeeSchedules'>,
  types: readonly DatedType[],
): TypesOn {
  const { _id, name: title } = entry.disbursementType;
  const others = types.filter((type) => type._id !== _id);
  const unitPrices = types.find((type) => type._id === _id)?.unitPrices ?? [];
  const own = { _id, title, unitPrices, schedules: entry.callFeeSchedules };
  return (day) => [own, ...others].map((type) => typeOn(type, day));
}
