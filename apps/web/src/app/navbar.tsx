import { type Role, role } from '@recoup/contract/access';
import { texts } from '@recoup/contract/texts';
import type { CurrentUser } from '@recoup/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { currentUserQuery } from '../platform/current-user.ts';
import { paths } from '../platform/paths.ts';
import { session } from '../platform/session.ts';
import { Mark } from '../ui/brand.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './navbar.module.css';

const roleLabels = {
  [role.attorney]: 'Attorney',
  [role.attorneyAdmin]: 'Attorney Admin',
  [role.systemAdmin]: 'System Admin',
} as const satisfies Record<Role, string>;

/** Logo, role and account menu; bare when a session has just ended. */
export function Navbar() {
  const user = useQuery({ ...currentUserQuery, enabled: session.isSignedIn() }).data;
  return (
    <header className={styles['navbar']}>
      <Link to={user === undefined ? paths.logon() : paths.home} className={styles['logo']} aria-label={`${logoName(user)}, home`}>
        <Logo user={user} />
      </Link>
      {user !== undefined && (
        <div className={styles['account']}>
          <span className={styles['role']}>{roleLabels[user.role]}</span>
          <AccountMenu user={user} />
        </div>
      )}
    </header>
  );
}

/** Specification, section 2.15: an attorney admin sees the firm, a system admin the product. */
function Logo({ user }: { readonly user: CurrentUser | undefined }) {
  const firm = user === undefined || user.role === role.systemAdmin ? null : user.firm;
  if (firm !== null && hasLogo(firm.logo)) return <img src={firm.logo} alt={firm.name} />;
  return (
    <>
      <Mark size={30} />
      <span className={firm === null ? styles['product'] : styles['firm']}>{firm?.name ?? texts.product}</span>
    </>
  );
}

function logoName(user: CurrentUser | undefined): string {
  return user === undefined || user.role === role.systemAdmin ? texts.product : (user.firm?.name ?? texts.product);
}

/** Specification, section 3: a logo that is empty or 'null' is none. */
function hasLogo(logo: string | null): logo is string {
  return logo !== null && logo !== '' && logo !== 'null';
}
