import { useState, Suspense } from 'react';
import { listPendingEntries } from '../../entries/outbox/pending-entries.ts';
import { askBeforeLeaving } from '../../ui/form/unsaved.ts';
import { logout } from '../session/logout.ts';
import { afterClosing } from './account-menu-popover.ts';
import styles from './account-menu.module.css';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

/** Asks first if changes are unsaved or entries not sent. */
export function LogoutItem({ userId }: { userId: string }) {
  const [pendingCount, setPendingCount] = useState(0);
  const leave = () => {
    const count = listPendingEntries(localStorage, userId).length;
    afterClosing(() =>
      askBeforeLeaving(() => (count === 0 ? void logout() : setPendingCount(count))),
    );
  };
  return (
    <>
      <button type="button" className={styles.item} onClick={leave}>
        Logout
      </button>
      {pendingCount > 0 && (
        <Suspense>
          <SignOutQuestion count={pendingCount} onStay={() => setPendingCount(0)} />
        </Suspense>
      )}
    </>
  );
}
// A dialog is much program for a question that is seldom asked.
const SignOutQuestion = lazyPart(
  async () => ({ default: (await import('../session/sign-out-question.tsx')).SignOutQuestion }),
  ({ onStay }) => onStay,
);
