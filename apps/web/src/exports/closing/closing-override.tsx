import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { askBeforeLeaving } from '../../ui/form/unsaved.ts';
import { formatCount } from '../../ui/lib/format.ts';
import { overrideError } from './override-error.ts';

type Props = {
  /** Blocking exceptions. */
  count: number;
  to: string;
  reason: string;
  isBusy: boolean;
  onType: (reason: string) => void;
  onLeave: () => void;
};

/** Blocking exceptions refuse a closing; a reason passes them over and is kept in the ledger. */
export function ClosingOverride({ count, to, reason, isBusy, onType, onLeave }: Props) {
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
