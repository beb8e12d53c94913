import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { useState } from 'react';
import { draftOf, bandsOf, type FeeDraft, emptyDraft } from './fee-draft.ts';
import { validateFeeDraft, type DraftErrors } from './validate-fee-draft.ts';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';

export function useCallFeeModal(begin: string | undefined, configured: Props['configured']) {
  const [typeId, setTypeId] = useState(begin ?? '');
  const [draft, setDraft] = useState(() => draftOf(configured[begin ?? ''] ?? []));
  const [first] = useState({ typeId, draft });
  const [isTried, setTried] = useState(false);
  const isEmpty = isEmptyDraft(draft);
  const errors = isEmpty ? {} : validateFeeDraft(draft);
  const hasErrors = Object.keys(errors).length > 0;
  return {
    typeId,
    draft,
    isEmpty,
    hasErrors,
    isChanged: JSON.stringify({ typeId, draft }) !== JSON.stringify(first),
    typeError: isTried && typeId === '' ? 'Please choose a disbursement type.' : undefined,
    shownErrors: isTried ? errors : typedErrors(errors, draft),
    change: setDraft,
    /** A type that is configured already brings its rows along; rows typed for none stay. */
    chooseType: (chosen: string) => {
      const rows = configured[chosen];
      setTypeId(chosen);
      if (rows || typeId in configured) setDraft(draftOf(rows ?? []));
    },
    /** The rows to keep, or undefined where something is wrong, which is shown from then on. */
    save: (): CallFeeBand[] | undefined => {
      setTried(true);
      if (typeId === '' || hasErrors) return undefined;
      return isEmpty ? [] : bandsOf(draft);
    },
  };
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
export type Props = {
  /** What can be chosen. */
  types: readonly DisbursementType[];
  /** The type to begin with; undefined lets one choose. */
  typeId: string | undefined;
  /** The rows of the types that are assigned already; without call fees an empty list. */
  configured: Readonly<Record<string, readonly CallFeeBand[]>>;
  /** For the history; undefined for a new attorney. */
  attorneyId: string | undefined;
  /** No rows: the type is assigned without call fees. */
  onSave: (typeId: string, bands: CallFeeBand[]) => void;
  onClose: () => void;
};
