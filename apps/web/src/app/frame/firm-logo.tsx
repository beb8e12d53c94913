import { role } from '@recoup/contract/core/access';
import { texts } from '@recoup/contract/core/texts';
import type { CurrentUser } from '@recoup/contract/users/user';
import { LogoMark } from '../../ui/layout/brand.tsx';
import styles from './navbar.module.css';

/** Specification, section 2.15: an attorney admin sees the firm, a system admin the product. */
export function Logo({ user }: { user: CurrentUser | undefined }) {
  const firm = !user || user.role === role.systemAdmin ? null : user.firm;
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

export function logoName(user: CurrentUser | undefined): string {
  return !user || user.role === role.systemAdmin
    ? texts.product
    : (user.firm?.name ?? texts.product);
}

/** Specification, section 3: a logo that is empty or 'null' is none. */
function hasLogo(logo: string | null): logo is string {
  return logo !== null && logo !== '' && logo !== 'null';
}
