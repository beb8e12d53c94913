import { role } from '@recoup/contract/core/access';
import { texts } from '@recoup/contract/core/texts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useAfterFirstData } from '../../platform/browser/offline-page.ts';
import { currentUserQuery, isHeldBack } from '../../platform/session/current-user.ts';
import { session } from '../../platform/session/session.ts';
import { CloseIcon, MenuIcon } from '../../ui/controls/icons.tsx';
import { spareablePart } from '../../ui/feedback/lazy-part.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { isFocusFree } from '../../ui/dialog/focus-keeper.ts';
import { LogoMark } from '../../ui/layout/brand.tsx';
import { dropTypedSearch } from '../../ui/search/use-typed-search.ts';
import { cx } from '../../ui/lib/class-names.ts';
import styles from './area.module.css';
import { activeItem, type MenuItem, menus, type MenuSection } from './menus.ts';

// No first page has tabs; without them the menu and the palette still lead everywhere.
const Tabs = spareablePart(async () => ({ default: (await import('./tabs.tsx')).Tabs }));

/** Everything behind the sign-in: the menu of the role, tabs of the current item, and the page. */
export function Area() {
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false });
  const { pathname } = useLocation();
  const own = Object.values(role).find((each) => session.hasRole(each)) ?? role.attorney;
  const active = activeItem(own, pathname);
  // Calls are offered by the overview until the firm has a telephone system.
  const isShown = (item: MenuItem) =>
    item.count !== 'calls' || item === active || user?.usesCalls !== false;
  const menu = { sections: menus[own], active, isShown };
  useAfterFirstData(() => {
    import('../routing/ahead.ts')
      .then(async ({ lookAhead }) => lookAhead(menus[own]))
      .catch(() => {}); // each page loads without it
  });
  const isBar = own === role.attorney;
  // The page stands in one place, or it would lose its state once a menu comes.
  const isBare = user !== undefined && isHeldBack(user);
  return (
    <div className={cx(styles.room, isBar && styles.withBar, isBare && styles.bare)}>
      <div className={styles.area}>
        {!isBare && (
          <aside className={styles.side} data-unprinted aria-label="Side menu">
            <SideMenu {...menu} />
          </aside>
        )}
        {!isBar && !isBare && <Drawer {...menu} />}
        <div className={styles.content}>
          {!isBare && active?.tabs && (
            <div className={styles.tabs} data-unprinted>
              <Suspense>
                <Tabs item={active} />
              </Suspense>
            </div>
          )}
          <Outlet />
        </div>
      </div>
    </div>
  );
}

type Menu = {
  sections: readonly MenuSection[];
  active: MenuItem | undefined;
  isShown: (item: MenuItem) => boolean;
};

/**
 * A native modal dialog holds the focus, closes on Escape, and restores the focus. Its menu is
 * drawn when it is opened: most pages of a visit do without it.
 */
function Drawer(menu: Menu) {
  const drawer = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [wasOpened, setOpened] = useState(false);
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
          onClick={() => {
            setOpened(true);
            drawer.current?.showModal();
          }}
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
        {wasOpened && <SideMenu {...menu} onFollow={close} />}
      </dialog>
    </>
  );
}

function SideMenu({ sections, active, isShown, onFollow }: Menu & { onFollow?: () => void }) {
  const follow = () => {
    dropTypedSearch();
    onFollow?.();
  };
  return (
    <div className={styles.menu}>
      <nav aria-label="Main menu">
        {sections.map(({ heading, isFoot, items }) => (
          <section key={items[0]?.to} className={cx(isFoot && styles.foot)}>
            {heading !== undefined && <h2>{heading}</h2>}
            <ul>
              {items.filter(isShown).map((item) => (
                <li key={item.to}>
                  <ItemLink item={item} isActive={item === active} onFollow={follow} />
                </li>
              ))}
            </ul>
          </section>
        ))}
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

const MenuCount = spareablePart(async () => ({
  default: (await import('../../overview/menu-count.tsx')).MenuCount,
}));

type ItemProps = { item: MenuItem; isActive: boolean; onFollow: () => void };

function ItemLink({ item: { to, label, Icon, count }, isActive, onFollow }: ItemProps) {
  const id = useId();
  return (
    <Link
      to={to}
      aria-current={isActive ? 'page' : undefined}
      aria-describedby={count && id}
      onClick={onFollow}
    >
      <Icon />
      {label}
      {count !== undefined && (
        <>
          <Suspense>
            <MenuCount counted={count} />
          </Suspense>
          <span id={id} hidden>
            <Suspense>
              <MenuCount counted={count} isText />
            </Suspense>
          </span>
        </>
      )}
    </Link>
  );
}
