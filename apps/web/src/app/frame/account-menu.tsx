import { type Role, role } from '@recoup/contract/core/access';
import type { CurrentUser } from '@recoup/contract/users/user';
import { Link } from 'react-router';
import { isHeldBack } from '../../platform/session/current-user.ts';
import { paths } from '../../platform/browser/paths.ts';
import { ChevronIcon } from '../../ui/controls/icons.tsx';
import { EmailAddress } from '../../ui/layout/email-address.tsx';
import menu from '../../ui/controls/menu.module.css';
import { cx } from '../../ui/lib/class-names.ts';
import styles from './account-menu.module.css';
import { ColorSchemeChoice } from './color-scheme-choice.tsx';
import { useState, Suspense } from 'react';
import { hasPhotos } from '../../entries/photos/waiting-photos.ts';
import { listPendingEntries } from '../../entries/outbox/pending-entries.ts';
import { askBeforeLeaving } from '../../ui/form/unsaved.ts';
import { logout } from '../session/logout.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const changePassword = { to: paths.updatePassword, label: 'Change Password' };
const linksByRole = {
  [role.systemAdmin]: [changePassword],
  [role.attorneyAdmin]: [
    { to: paths.updateCell, label: 'Change Cell Number' },
    changePassword,
    { to: paths.addAttorneyShort, label: 'Add Attorney' },
  ],
  [role.auditor]: [changePassword],
  [role.attorney]: [changePassword],
} as const satisfies Record<Role, readonly { to: string; label: string }[]>;

/** A native popover: closes on Escape and outside clicks, and restores the focus. */
export function AccountMenu({ user, onHelp }: { user: CurrentUser; onHelp: () => void }) {
  return (
    <div className={styles.account}>
      <button
        type="button"
        popoverTarget={menuId}
        className={styles.button}
        aria-label={`Account of ${user.name}`}
      >
        <span className={styles.initials} aria-hidden="true">
          {user.initials === '' ? 'NA' : user.initials}
        </span>
        <ChevronIcon />
      </button>
      <nav id={menuId} popover="auto" aria-label="Account" className={cx(menu.menu, styles.menu)}>
        <p className={styles.who}>
          <strong>{user.name}</strong>
          <span>
            <EmailAddress address={user.email} />
          </span>
        </p>
        <Links user={user} onHelp={onHelp} />
        <ColorSchemeChoice />
        <LogoutItem userId={user._id} />
      </nav>
    </div>
  );
}

const own = [
  { to: paths.profile, label: 'Profile' },
  { to: paths.security, label: 'Security' },
];

function Links({ user, onHelp }: { user: CurrentUser; onHelp: () => void }) {
  const isFree = !isHeldBack(user);
  const links = [
    ...(isFree ? own : []),
    ...(isFree || user.pwdResetRequired ? linksByRole[user.role] : []),
    { to: paths.guide, label: 'User guide' },
    { to: paths.api, label: 'API' },
  ];
  return (
    <ul>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} onClick={closeMenu} className={menu.item}>
            {label}
          </Link>
        </li>
      ))}
      {isFree && (
        <li>
          <button type="button" className={menu.item} onClick={() => afterClosing(onHelp)}>
            Keyboard shortcuts
          </button>
        </li>
      )}
    </ul>
  );
}

/** Asks first if changes are unsaved or entries not sent. */
function LogoutItem({ userId }: { userId: string }) {
  const [pendingCount, setPendingCount] = useState<number>();
  const leave = () => {
    const count = listPendingEntries(localStorage, userId).length;
    const isUnsent = count > 0 || hasPhotos(userId);
    afterClosing(() => askBeforeLeaving(() => (isUnsent ? setPendingCount(count) : void logout())));
  };
  return (
    <>
      <button type="button" className={menu.item} onClick={leave}>
        Logout
      </button>
      {pendingCount !== undefined && (
        <Suspense>
          <SignOutQuestion count={pendingCount} onStay={() => setPendingCount(undefined)} />
        </Suspense>
      )}
    </>
  );
}
// The dialog is large, and seldom opened.
const SignOutQuestion = lazyPart(
  async () => ({ default: (await import('../session/sign-out-question.tsx')).SignOutQuestion }),
  ({ onStay }) => onStay,
);

const menuId = 'account-menu';

function closeMenu(): void {
  document.getElementById(menuId)?.hidePopover();
}

/** The focus is back at the menu's button then, where a dialog finds it and returns it to. */
function afterClosing(work: () => void): void {
  closeMenu();
  work();
}
