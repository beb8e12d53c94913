import { type Role, role } from '@recoup/contract/core/access';
import { texts } from '@recoup/contract/core/texts';
import type { CurrentUser } from '@recoup/contract/users/user';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { listPendingEntries } from '../../entries/outbox/pending-entries.ts';
import { hasPhotos } from '../../entries/photos/waiting-photos.ts';
import { paths } from '../../platform/browser/paths.ts';
import { isHeldBack, recordsForOthersAlone } from '../../platform/session/current-user.ts';
import { ChevronIcon, SearchIcon } from '../../ui/controls/icons.tsx';
import menu from '../../ui/controls/menu.module.css';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { askBeforeLeaving } from '../../ui/form/unsaved.ts';
import { LogoMark } from '../../ui/layout/brand.tsx';
import { EmailAddress } from '../../ui/layout/email-address.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import { logout } from '../session/logout.ts';
import { keyLabel } from '../shortcuts/key-label.ts';
import accountMenuStyles from './account-menu.module.css';
import { ColorSchemeChoice } from './color-scheme-choice.tsx';
import styles from './navbar.module.css';

const roleLabels = {
  [role.attorney]: 'Attorney',
  [role.attorneyAdmin]: 'Attorney Admin',
  [role.auditor]: 'Auditor',
  [role.systemAdmin]: 'System Admin',
} as const satisfies Record<Role, string>;

/** The role, or the attorney for whom a secretary records. */
function badge(user: CurrentUser): string {
  if (!recordsForOthersAlone(user)) return roleLabels[user.role];
  const names = user.recordsFor?.map(({ name }) => name) ?? [];
  return `For ${names.length === 1 ? names.join('') : `${names.length} attorneys`}`;
}

type Props = {
  /** Undefined when a session has just ended: the bar is bare then. */
  user: CurrentUser | undefined;
  onSearch: () => void;
  onHelp: () => void;
};

/** Logo, the way to everything, role and account menu. */
export function Navbar({ user, onSearch, onHelp }: Props) {
  const firm = !user || user.role === role.systemAdmin ? null : user.firm;
  return (
    <header className={styles.navbar} data-unprinted>
      <Link
        to={user ? paths.home : paths.logon()}
        className={styles.logo}
        aria-label={`${firm?.name ?? texts.product}, home`}
      >
        <Logo firm={firm} />
      </Link>
      {user !== undefined && (
        <>
          {!isHeldBack(user) && <SearchButton onClick={onSearch} />}
          <Link
            to={paths.guide}
            className={styles.guide}
            aria-label="User guide (?)"
            title="User guide"
          >
            ?
          </Link>
          <span className={styles.role}>{badge(user)}</span>
          <AccountMenu user={user} onHelp={onHelp} />
        </>
      )}
    </header>
  );
}

/** Looks like the field that it opens, on a phone like an icon. */
function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles.search}
      aria-label="Search or go to"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <SearchIcon />
      <span>Search or go to</span>
      <kbd>{keyLabel('mod+k')}</kbd>
    </button>
  );
}

/** Specification, section 2.15: an attorney admin sees the firm, a system admin the product. */
function Logo({ firm }: Pick<CurrentUser, 'firm'>) {
  if (firm !== null && hasLogo(firm.logo)) return <img src={firm.logo} alt={firm.name} />;
  return (
    <>
      <LogoMark size={30} />
      <span className={firm === null ? styles.product : styles.firm}>
        {firm?.name ?? texts.product}
      </span>
    </>
  );
}

/** Specification, section 3: a logo that is empty or 'null' is none. */
function hasLogo(logo: string | null): logo is string {
  return logo !== null && logo !== '' && logo !== 'null';
}

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
function AccountMenu({ user, onHelp }: { user: CurrentUser; onHelp: () => void }) {
  return (
    <div className={accountMenuStyles.account}>
      <button
        type="button"
        popoverTarget={menuId}
        className={accountMenuStyles.button}
        aria-label={`Account of ${user.name}`}
      >
        <span className={accountMenuStyles.initials} aria-hidden="true">
          {user.initials === '' ? 'NA' : user.initials}
        </span>
        <ChevronIcon />
      </button>
      <nav
        id={menuId}
        popover="auto"
        aria-label="Account"
        className={cx(menu.menu, accountMenuStyles.menu)}
      >
        <p className={accountMenuStyles.who}>
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
