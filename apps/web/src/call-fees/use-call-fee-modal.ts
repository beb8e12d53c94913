import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { FeeSchedule } from '@recoup/contract/call-fees/schedules';
import { type ReactNode, useState } from 'react';
import { today } from '../platform/browser/local-day.ts';
import { feeDraftFrom, toBands, type FeeDraft, emptyDraft } from './fee-draft.ts';
import { validateFeeDraft, type DraftErrors } from './validate-fee-draft.ts';
import { validFromError } from './valid-from.ts';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';

export function useCallFeeModal({ typeId: begin, configured, dated }: Props) {
  const [typeId, setTypeId] = useState(begin ?? '');
  const [draft, setDraft] = useState(() => feeDraftFrom(configured[begin ?? ''] ?? []));
  const [day, setDay] = useState(dated?.from ?? today());
  const [first] = useState({ typeId, draft, day });
  const [filled, setFilled] = useState({ draft, day });
  const [isTried, setTried] = useState(false);
  const { isEmpty, errors, hasErrors } = check(draft);
  const dayError = dated && validFromError(day);
  const fill = (bands: readonly CallFeeBand[], from: string) => {
    const saved = feeDraftFrom(bands);
    setDraft(saved);
    setDay(from);
    setFilled({ draft: saved, day: from });
  };
  return {
    typeId,
    draft,
    day,
    dayError,
    isEmpty,
    hasErrors,
    isChanged: JSON.stringify({ typeId, draft, day }) !== JSON.stringify(first),
    isTyped: JSON.stringify({ draft, day }) !== JSON.stringify(filled),
    typeError: isTried && typeId === '' ? 'Please choose a disbursement type.' : undefined,
    shownErrors: isTried ? errors : typedErrors(errors, draft),
    change: setDraft,
    changeDay: setDay,
    fill,
    /** A type that is configured already brings its rows along; rows typed for none stay. */
    chooseType: (chosen: string) => {
      setTypeId(chosen);
      if (chosen in configured || typeId in configured) fill(configured[chosen] ?? [], day);
    },
    /** Returns the fees to save, or undefined if there are errors, and shows these from then on. */
    save: (): SavedFees | undefined => {
      setTried(true);
      if (typeId === '' || hasErrors || dayError !== undefined) return undefined;
      return { typeId, bands: isEmpty ? [] : toBands(draft), from: day };
    },
  };
}

function check(draft: FeeDraft) {
  const isEmpty = isEmptyDraft(draft);
  const errors = isEmpty ? {} : validateFeeDraft(draft);
  return { isEmpty, errors, hasErrors: Object.keys(errors).length > 0 };
}

/** While one types, an input that is still empty is not yet wrong. */
function typedErrors(errors: DraftErrors, draft: FeeDraft): DraftErrors {
  const isTyped = (place: string) => {
    const [row, field] = place.split('.');
    if (field === undefined) return (place === 'every' ? draft.every : draft.everyCost) !== '';
    return draft.rows[Number(row)]?.[field === 'end' ? 'end' : 'cost'] !== '';
  };
  return Object.fromEntries(Object.entries(errors).filter(([place]) => isTyped(place)));
}

function isEmptyDraft({ rows, every, everyCost }: FeeDraft): boolean {
  const typed = [every, everyCost, ...rows.flatMap(({ end, cost }) => [end, cost])];
  return rows.length === emptyDraft.rows.length && typed.every((text) => text.trim() === '');
}

/** No rows: the type is assigned without call fees. `from` is the first day of the rows. */
export type SavedFees = { typeId: string; bands: CallFeeBand[]; from: string };

export type Typed = { draft: FeeDraft; day: string; isEmpty: boolean; hasErrors: boolean };

export type Dated = {
  /** The day to begin with. */
  from: string;
  /** The attorney's schedules of all types. */
  schedules: readonly FeeSchedule[];
  /** A sentence more about the day. */
  about?: string;
};

export type Props = {
  types: readonly DisbursementType[];
  /** The type to begin with; undefined lets one choose. */
  typeId: string | undefined;
  /** The rows of the types that are assigned already; without call fees an empty list. */
  configured: Readonly<Record<string, readonly CallFeeBand[]>>;
  /** For the time line; undefined for a new attorney. */
  attorneyId: string | undefined;
  /** Undefined for a new attorney, whose first call fees price all days. */
  dated: Dated | undefined;
  onSave: (saved: SavedFees) => void;
  onClose: () => void;
  /** For the one type to begin with, which is then not chosen. */
  title?: string;
  /** Above the fields. */
  renderNotice?: (typed: Typed) => ReactNode;
  isBusy?: boolean;
};
