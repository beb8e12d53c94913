import { texts } from '@recoup/contract/core/texts';
import type { ComponentType } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { LogoMark } from '../../ui/layout/brand.tsx';
import {
  FileIcon,
  ListIcon,
  MenuIcon,
  MonthIcon,
  OverviewIcon,
  PeopleIcon,
  PriceIcon,
  ReceiptIcon,
  SettingsIcon,
  TransferIcon,
} from '../../ui/controls/icons.tsx';
import styles from './attorney-area.module.css';
import { activeItem } from './side-menu.ts';

const items: readonly { to: string; label: string; Icon: ComponentType }[] = [
  { to: paths.attorneys, label: 'Attorneys', Icon: PeopleIcon },
  { to: paths.disbursements, label: 'Disbursements', Icon: ReceiptIcon },
  { to: paths.matters, label: 'Matters', Icon: FileIcon },
  { to: paths.firmEntries, label: 'Entries', Icon: ListIcon },
  { to: paths.fileHandler, label: 'Import / Export', Icon: TransferIcon },
  { to: paths.monthEnd, label: 'Month end', Icon: MonthIcon },
  { to: paths.overview, label: 'Overview', Icon: OverviewIcon },
  { to: paths.fees, label: 'Fees', Icon: PriceIcon },
  { to: paths.firmSettings, label: 'Firm settings', Icon: SettingsIcon },
];
const drawerId = 'side-menu-drawer';

/** The firm administrator's area: side menu, on a phone a drawer, and the page. */
export function AttorneyArea() {
  return (
    <div className={styles.room}>
      <div className={styles.area}>
        <aside className={styles.side} data-unprinted aria-label="Side menu">
          <SideMenu label="Attorney area" />
        </aside>
        <div className={styles.phoneBar} data-unprinted>
          <button type="button" popoverTarget={drawerId} className={styles.menuButton}>
            <MenuIcon />
            Menu
          </button>
        </div>
        <aside id={drawerId} popover="auto" className={styles.drawer} aria-label="Menu">
          <SideMenu label="Attorney area" />
        </aside>
        <Outlet />
      </div>
    </div>
  );
}

function SideMenu({ label }: { label: string }) {
  const active = activeItem(useLocation().pathname);
  return (
    <div className={styles.menu}>
      <nav aria-label={label}>
        <ul>
          {items.map(({ to, label: text, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === active ? 'page' : undefined}
                onClick={() => document.getElementById(drawerId)?.hidePopover()}
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
