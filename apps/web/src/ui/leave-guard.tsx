import { useBeforeUnload, useBlocker, useLocation } from 'react-router';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

/** Asks before unsaved changes are lost: by link, back button, reload or closing the tab (the browser asks the last two in its own words). */
export function LeaveGuard({ question, hasUnsavedChanges }: { readonly question: string; readonly hasUnsavedChanges: () => boolean }) {
  const { pathname } = useLocation();
  // Only for leaving this page: while the next one is being drawn, the guard is still there and is not to ask again.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname === pathname && nextLocation.pathname !== pathname && hasUnsavedChanges(),
  );
  useBeforeUnload((event) => {
    if (hasUnsavedChanges()) event.preventDefault();
  });
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      title="Unsaved changes"
      isOpen={blocker.state === 'blocked'}
      onClose={stay}
      actions={
        <DialogButtons onBack={stay} backLabel="Stay" deed={{ label: 'Leave', isDanger: true, onClick: () => blocker.proceed?.() }} />
      }
    >
      {question}
    </Dialog>
  );
}
