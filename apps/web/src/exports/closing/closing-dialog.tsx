import { type ExportPreview, exportReason } from '@recoup/contract/exports/endpoints';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type MouseEvent, useContext, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CloseDialog } from '../../ui/dialog/close-dialog.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { askBeforeLeaving } from '../../ui/form/unsaved.ts';
import { countOf, formatCount } from '../../ui/lib/format.ts';
import styles from '../exports.module.css';
import { closingPreviewQuery, type SeenClosing } from '../exports.queries.ts';
import { RejectedRows } from '../rejected-rows.tsx';
import { PreviewFacts } from './closing-facts.tsx';

const about = 'Exports entries not exported before and locks them until the export is reopened.';

export type NotesProps = {
  to: string;
  preview: ExportPreview;
  /** Runs with `to` once its new warnings are there or have failed, before that with nothing. */
  onKnown: (to: string | undefined) => void;
};
/** Warnings before entries are locked, from rooms above this one. */
export type ClosingNotes = ComponentType<NotesProps>;

type Props = {
  /** The last day at first; empty for everything to date. */
  startTo: string;
  /** The layout of the posting file that follows the closing. */
  layout: string | undefined;
  Notes: ClosingNotes;
  isBusy: boolean;
  /** Why the closing did not succeed. */
  error: Error | null;
  onConfirm: (closing: SeenClosing) => void;
  /** Stops a closing that is under way. */
  onCancel: () => void;
  onClose: () => void;
};

/** Previews a closing before it locks. A running one can only be cancelled. */
export function ClosingDialog(props: Props) {
  const { Notes, isBusy, error, onConfirm, onCancel, onClose, ...start } = props;
  const seen = useClosingForm({ ...start, isBusy });
  const { to, preview, isFetching, reason, isRefused, isUnknown } = seen;
  const shownError = error ?? seen.error;
  return (
    <Dialog
      title="Close and export"
      isOpen
      staysOpen
      isChanged={reason !== '' || to !== start.startTo}
      onClose={isBusy ? undefined : onClose}
      actions={
        <ClosingButtons
          rows={preview?.rows}
          isBusy={isBusy || isFetching || isUnknown}
          isDisabled={(!preview && !isFetching) || isRefused}
          onCancel={isBusy ? onCancel : undefined}
          onConfirm={() => seen.closing && onConfirm(seen.closing)}
        />
      }
    >
      <p className={styles.about}>{about}</p>
      <RejectedRows error={shownError} />
      <DayField
        label="Last day"
        description="Leave empty for everything to date"
        disabled={isBusy}
        value={to}
        onChange={(event) => seen.setTo(event.currentTarget.value)}
      />
      {preview && <Notes to={to} preview={preview} onKnown={seen.setKnown} />}
      <PreviewFacts preview={preview} />
      {seen.isBlocked && <ClosingOverride {...seen.override} isBusy={isBusy} onLeave={onClose} />}
    </Dialog>
  );
}

type ActionsProps = {
  /** Entries that would be locked; undefined until they are counted. */
  rows: number | undefined;
  isBusy: boolean;
  isDisabled: boolean;
  /** Without it Cancel closes the dialog as Escape does. */
  onCancel: (() => void) | undefined;
  onConfirm: () => void;
};

function ClosingButtons({ rows, isBusy, isDisabled, onCancel, onConfirm }: ActionsProps) {
  const close = useContext(CloseDialog);
  // The second tap of the double tap that opened the dialog confirms nothing.
  const isSettled = useSettled(true);
  return (
    <>
      <Button variant="outline" onClick={onCancel ?? close}>
        Cancel
      </Button>
      <Button isBusy={isBusy} isPaused={!isSettled} disabled={isDisabled} onClick={onConfirm}>
        Close and lock {rows !== undefined && countOf(rows, 'entry', 'entries')}
      </Button>
    </>
  );
}

type ClosingFormOptions = { startTo: string; layout: string | undefined; isBusy: boolean };

/** The last day, what a closing would include, and the reason to pass over what blocks it. */
function useClosingForm({ startTo, layout, isBusy }: ClosingFormOptions) {
  const [to, setTo] = useState(startTo);
  const [reason, setReason] = useState('');
  const [known, setKnown] = useState<string>();
  const { data, error, isFetching } = useQuery({
    ...closingPreviewQuery({ to, layout }),
    enabled: !isBusy,
  });
  const preview = error === null ? data : undefined;
  const blocking = preview?.exceptions.block ?? 0;
  const isBlocked = blocking > 0;
  const closing: SeenClosing | undefined =
    preview && !isFetching
      ? {
          to,
          layout,
          rows: preview.rows,
          sum: preview.sum,
          blocking,
          override: isBlocked ? reason : undefined,
        }
      : undefined;
  return {
    to,
    setTo,
    reason,
    error,
    isFetching,
    preview,
    // The user confirms once the warnings are seen. They move the buttons when they come.
    isUnknown: preview !== undefined && known !== to,
    setKnown,
    isBlocked,
    isRefused: isBlocked && overrideError(reason) !== undefined,
    closing,
    override: { count: blocking, to, reason, onType: setReason },
  };
}

type ClosingOverrideProps = {
  /** Blocking exceptions. */
  count: number;
  to: string;
  reason: string;
  isBusy: boolean;
  onType: (reason: string) => void;
  onLeave: () => void;
};

/** Blocking exceptions refuse a closing; a reason passes them over and stands in the ledger. */
function ClosingOverride({ count, to, reason, isBusy, onType, onLeave }: ClosingOverrideProps) {
  const one = count === 1;
  const navigate = useNavigate();
  const place = paths.blockingExceptions(to === '' ? {} : { to });
  const leave = (event: MouseEvent) => {
    // Another tab leaves the dialog as it is.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    askBeforeLeaving(() => {
      onLeave();
      void navigate(place);
    });
  };
  return (
    <>
      <Alert kind="info">
        {formatCount(count)} blocking {one ? 'exception is' : 'exceptions are'} open.{' '}
        <Link to={place} onClick={leave}>
          {one ? 'See it' : 'See them'}
        </Link>
      </Alert>
      <TextAreaField
        label="Reason to close all the same"
        description="At least three letters. Kept in the ledger with your name."
        rows={2}
        isRequired
        disabled={isBusy}
        error={reason === '' ? undefined : overrideError(reason)}
        value={reason}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </>
  );
}

/** Why the reason does not do; undefined for a good one. */
export function overrideError(reason: string): string | undefined {
  if (reason.trim() === '') return 'Enter a reason.';
  return exportReason.safeParse(reason).error?.issues[0]?.message;
}
