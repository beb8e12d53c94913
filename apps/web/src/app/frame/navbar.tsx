import { type Role, role } from '@recoup/contract/core/access';
import type { CurrentUser } from '@recoup/contract/users/user';
import { Link } from 'react-router';
import { isHeldBack, recordsForOthersAlone } from '../../platform/session/current-user.ts';
import { paths } from '../../platform/browser/paths.ts';
import { SearchIcon } from '../../ui/controls/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import { keyLabel } from '../shortcuts/key-label.ts';
import styles from './navbar.module.css';
import { texts } from '@recoup/contract/core/texts';
import { LogoMark } from '../../ui/layout/brand.tsx';

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
