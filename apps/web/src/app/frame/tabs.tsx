import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { isOn, type MenuItem, type Tab } from './menus.ts';
import styles from './tabs.module.css';

/** The pages of an item of the menu. */
export function Tabs({ item }: { item: MenuItem }) {
  const current = activeTab(item, useLocation());
  const list = useRef<HTMLUListElement>(null);
  // On a phone the current tab may be out of sight. The page itself does not scroll.
  useEffect(() => {
    const at = item.tabs?.findIndex((tab) => tab === current) ?? -1;
    const tab = list.current?.children[at];
    if (!list.current || !tab) return;
    const [area, place] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    list.current.scrollLeft += (place.left + place.right - area.left - area.right) / 2;
  }, [item, current]);
  return (
    <nav aria-label={item.label} className={styles.tabs}>
      <ul ref={list}>
        {item.tabs?.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab === current ? 'page' : undefined}>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The current tab of an item; of two with one page that of the hash. */
export function activeTab(
  { tabs = [] }: MenuItem,
  { pathname, hash }: { pathname: string; hash: string },
): Tab | undefined {
  const current = tabs.filter((tab) => isOn(tab, pathname));
  return current.find(({ to }) => hash !== '' && to.endsWith(hash)) ?? current[0];
}
