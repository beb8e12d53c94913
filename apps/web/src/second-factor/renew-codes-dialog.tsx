import { ConfirmedActionDialog } from '../platform/reauthentication/deed-dialog.tsx';
import { renewRecoveryCodes } from './second-factor.queries.ts';

type Props = { onRenewed: (codes: readonly string[]) => void | Promise<void>; onClose: () => void };

/** Asks first, because the codes that were kept end. */
export function RenewCodesDialog({ onRenewed, onClose }: Props) {
  return (
    <ConfirmedActionDialog
      title="Make ten new codes?"
      question="The codes that you have no longer work. Ten new ones are shown, once."
      actionLabel="Make new codes"
      run={renewRecoveryCodes}
      onDone={onRenewed}
      onClose={onClose}
    />
  );
}
