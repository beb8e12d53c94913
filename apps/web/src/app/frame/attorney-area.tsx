import { role } from '@recoup/contract/core/access';
import { dropTypedSearch } from '../../ui/search/use-typed-search.ts';
import { texts } from '@recoup/contract/core/texts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery, isHeldBack } from '../../platform/session/current-user.ts';
import { session } from '../../platform/session/session.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { isFocusFree } from '../../ui/dialog/focus-keeper.ts';
import { LogoMark } from '../../ui/layout/brand.tsx';
import {
  AuditIcon,
  AuditorIcon,
  CloseIcon,
  FileIcon,
  ListIcon,
  MenuIcon,
  MonthIcon,
  OverviewIcon,
  PeopleIcon,
  PhoneIcon,
  PlugIcon,
  PriceIcon,
  ReceiptIcon,
  SettingsIcon,
  TransferIcon,
  UploadIcon,
  VerifyIcon,
} from '../../ui/controls/icons.tsx';
import styles from './attorney-area.module.css';
import { activeItem } from './side-menu.ts';

type MenuItem = { to: string; label: string; Icon: ComponentType };

/** In both menus. */
const mattersItem = { to: paths.matters, label: 'Matters', Icon: FileIcon };
const entriesItem = { to: paths.firmEntries, label: 'Entries', Icon: ListIcon };
const monthEndItem = { to: paths.monthEnd, label: 'Month end', Icon: MonthIcon };
const feesItem = { to: paths.fees, label: 'Fees', Icon: PriceIcon };
const auditItem = { to: paths.audit, label: 'Audit', Icon: AuditIcon };
const integrationsItem = { to: paths.integrations, label: 'Integrations', Icon: PlugIcon };
const verifyItem = { to: paths.verifyFile, label: 'Verify a file', Icon: VerifyIcon };

const adminItems: readonly MenuItem[] = [
  { to: paths.attorneys, label: 'Attorneys', Icon: PeopleIcon },
  { to: paths.disbursements, label: 'Disbursements', Icon: ReceiptIcon },
  mattersItem,
  entriesItem,
  { to: paths.fileHandler, label: 'Import / Export', Icon: TransferIcon },
  monthEndItem,
  { to: paths.overview, label: 'Overview', Icon: OverviewIcon },
  feesItem,
  { to: paths.firmCalls, label: 'Calls', Icon: PhoneIcon },
  { to: paths.callImports, label: 'Import calls', Icon: UploadIcon },
  { to: paths.firmSettings, label: 'Firm settings', Icon: SettingsIcon },
  integrationsItem,
  auditItem,
  { to: paths.auditors, label: 'Auditors', Icon: AuditorIcon },
  verifyItem,
];

const auditorItems: readonly MenuItem[] = [
  entriesItem,
  { to: paths.exports, label: 'Exports', Icon: TransferIcon },
  mattersItem,
  monthEndItem,
  feesItem,
  auditItem,
  integrationsItem,
  verifyItem,
];

/** The area of a firm admin or an auditor: side menu, on a phone a drawer, and the page. */
export function AttorneyArea() {
  return (
    <div className={styles.room}>
      <div className={styles.area}>
        <aside className={styles.side} data-unprinted aria-label="Side menu">
          <SideMenu label="Attorney area" />
        </aside>
        <Drawer />
        <Outlet />
      </div>
    </div>
  );
}

/** The area around pages of every role, for firm admins and auditors; others see the page alone. */
export function AreaOfRole() {
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false });
  const hasArea = user?.role === role.attorneyAdmin || user?.role === role.auditor;
  return hasArea && !isHeldBack(user) ? <AttorneyArea /> : <Outlet />;
}

/** A native modal dialog holds the focus, closes on Escape, and restores the focus. */
function Drawer() {
  const drawer = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => drawer.current?.close();
  // A click beside the drawer falls on the dialog itself, which is no control.
  useEffect(() => {
    const dialog = drawer.current;
    const closeBeside = ({ target }: MouseEvent) => target === dialog && dialog?.close();
    dialog?.addEventListener('click', closeBeside);
    return () => dialog?.removeEventListener('click', closeBeside);
  }, []);
  return (
    <>
      <div className={styles.phoneBar} data-unprinted>
        <button
          ref={opener}
          type="button"
          aria-haspopup="dialog"
          className={styles.menuButton}
          onClick={() => drawer.current?.showModal()}
        >
          <MenuIcon />
          Menu
        </button>
      </div>
      <dialog
        ref={drawer}
        aria-label="Menu"
        className={styles.drawer}
        // Safari does not focus a button that is clicked, and so does not restore it either.
        onClose={() => isFocusFree() && opener.current?.focus()}
      >
        <div className={styles.close}>
          <IconButton label="Close" onClick={close}>
            <CloseIcon />
          </IconButton>
        </div>
        <SideMenu label="Attorney area" onFollow={close} />
      </dialog>
    </>
  );
}

function SideMenu({ label, onFollow }: { label: string; onFollow?: () => void }) {
  const isAuditor = session.hasRole(role.auditor);
  const active = activeItem(useLocation().pathname, isAuditor);
  const items = isAuditor ? auditorItems : adminItems;
  return (
    <div className={styles.menu}>
      <nav aria-label={label}>
        <ul>
          {items.map(({ to, label: text, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === active ? 'page' : undefined}
                onClick={() => {
                  dropTypedSearch();
                  onFollow?.();
                }}
              >
                <Icon />
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles.powered}>
        Powered by
        <span>
          <LogoMark size={22} /> {texts.product}
        </span>
      </p>
    </div>
  );
}
