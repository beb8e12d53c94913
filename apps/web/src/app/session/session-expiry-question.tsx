import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { send } from '../../platform/api/api-client.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { logout } from './logout.ts';
import { askBeforeLeaving } from '../../ui/form/unsaved.ts';

/** Asks whether to stay signed in, above any page. */
export function SessionExpiryQuestion({ secondsLeft }: { secondsLeft: number }) {
  const client = useQueryClient();
  const [isKeeping, setKeeping] = useState(false);
  // The reply carries the new end; the limit of eight hours cannot be extended.
  const keep = async () => {
    setKeeping(true);
    await send(userEndpoints.getMe, {}).then(
      (user) => client.setQueryData(currentUserQuery.queryKey, user),
      () => undefined,
    );
    setKeeping(false);
  };
  const onKeep = () => void keep();
  return (
    <Dialog
      title="Your session is about to end"
      isOpen
      onClose={onKeep}
      actions={
        <DialogButtons
          onBack={() => askBeforeLeaving(() => void logout())}
          backLabel="Logout"
          isBackDanger
          action={{ label: 'Stay signed in', isBusy: isKeeping, onClick: onKeep }}
        />
      }
    >
      <p>
        You will be signed out in <span>{secondsLeft}</span> seconds. What you typed stays on this
        page until you sign in again.
      </p>
    </Dialog>
  );
}
