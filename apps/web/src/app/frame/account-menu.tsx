import { useMantineColorScheme } from '@mantine/core';
import { type Role, role } from '@recoup/contract/core/access';
import type { CurrentUser } from '@recoup/contract/users/user';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { listPendingEntries } from '../../entries/outbox/pending-entries.ts';
import { paths } from '../../platform/browser/paths.ts';
import { askBeforeLeaving } from '../../ui/form/unsaved.ts';
import { ChevronIcon } from '../../ui/controls/icons.tsx';
import styles from './account-menu.module.css';
import { logout } from '../session/logout.ts';

const changePassword = { to: paths.updatePassword, label: 'Change Password' };
const linksByRole = {
  [role.systemAdmin]: [changePassword],
  [role.attorneyAdmin]: [
    { to: paths.updateCell, label: 'Change Cell Number' },
    changePassword,
    { to: paths.addAttorneyShort, label: 'Add Attorney' },
  ],
  [role.attorney]: [changePassword],
} as const satisfies Record<Role, readonly { to: string; label: string }[]>;

// A dialog is much program for a question that is seldom asked.
const SignOutQuestion = lazy(async () => ({
  default: (await import('../session/sign-out-question.tsx')).SignOutQuestion,
}));
const menuId = 'account-menu';

/** The browser's own popover: it closes on Escape and on a click beside it, and gives the focus back. */
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
      <nav id={menuId} popover="auto" aria-label="Account" className={styles.menu}>
        <p className={styles.who}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
        </p>
        <Links user={user} onHelp={onHelp} />
        <ColorSchemeChoice />
        <LogoutItem userId={user._id} />
      </nav>
    </div>
  );
}

function Links({ user, onHelp }: { user: CurrentUser; onHelp: () => void }) {
  return (
    <ul>
      {[...linksByRole[user.role], { to: paths.api, label: 'API' }].map(({ to, label }) => (
        <li key={to}>
          <Link to={to} onClick={closeMenu} className={styles.item}>
            {label}
          </Link>
        </li>
      ))}
      {!user.pwdResetRequired && (
        <li>
          <button type="button" className={styles.item} onClick={() => afterClosing(onHelp)}>
            Keyboard shortcuts
          </button>
        </li>
      )}
    </ul>
  );
}

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={styles.schemes}>
      <legend>Appearance</legend>
      <div>
        {schemes.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="color-scheme"
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function closeMenu(): void {
  document.getElementById(menuId)?.hidePopover();
}

/** The focus is back at the menu's button then, where a dialog finds it and returns it to. */
function afterClosing(work: () => void): void {
  closeMenu();
  work();
}

/** Asks first when something typed is not saved, or when entries on this device were not sent yet. */
function LogoutItem({ userId }: { userId: string }) {
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
