import type { ComponentProps, ReactNode } from 'react';
import type { Checked, Draft, FieldErrors } from './entry-draft.ts';
import type { EntryEditConflict } from './entry-edit-conflict.tsx';
import type { MatterChoice } from './matter-choice.ts';
import type { NamedType, TypesOn } from './pricing.ts';

export type Type = NamedType;

export type Saved = Checked & {
  matter: MatterChoice;
  type: Type;
  happenedOn: string | undefined;
};

/** The days that a replacement may have, and their errors by field. */
export type ReplacementDays = {
  first: string;
  last: string;
  check: (draft: Draft) => FieldErrors;
  /** A remark on a chosen day. */
  note?: (date: string) => ReactNode;
};

/** Changes fields of the draft, also by what they are by then. */
export type ChangeDraft = (more: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void;

export type Props = {
  title: string;
  start: Draft;
  /** The draft of the entry that is corrected; it may be beyond bounds that came later. */
  recorded?: Draft | undefined;
  typesOn: TypesOn;
  /** Asks also for the day on which the entry happened. */
  replacing?: ReplacementDays | undefined;
  /** Why the day of a replacement cannot be changed. */
  fixedDay?: string | undefined;
  /** Returns whether it saves: the caller may have marked a field of its own as wrong. */
  onSave: (saved: Saved) => boolean;
  onClose: () => void;
  /** Runs when the user closes a changed form without saving. */
  onDiscard?: ((draft: Draft) => void) | undefined;
  /** Marks the form as changed for a reason beside the draft, such as text typed in `extra`. */
  isChanged?: boolean;
  saving?: { isPending: boolean; error: Error | null } | undefined;
  /** In place of the saving's error. */
  conflict?: ComponentProps<typeof EntryEditConflict>['choose'] | undefined;
  /** Why nothing can be saved any more; what was typed can be copied. */
  gone?: string | undefined;
  /** The first field, of the draft as it stands. */
  first?: (draft: Draft, change: ChangeDraft) => ReactNode;
  /** Above the fields, the reason of a correction, say. */
  extra?: ReactNode;
  /** Beside Save: what else can be done with the entry. */
  actions?: ReactNode;
};
