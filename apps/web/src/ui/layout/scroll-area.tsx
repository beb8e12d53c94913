import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import styles from './scroll-area.module.css';
import shared from './shared.module.css';

// A scrolling area must be reachable by keyboard.
const reachable = { role: 'region', tabIndex: 0 } as const;

/** A table in a frame of its own that scrolls, so that a long one does not push the page away. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div {...reachable} aria-label={label} className={cx(styles.scroll, shared.goesOn)}>
      {children}
    </div>
  );
}
