import { type ReactNode, useEffect } from 'react';
import { cx } from '../lib/class-names.ts';
import styles from './page-frame.module.css';

type Props = {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  /** `form`: as wide as one reads and types; `list`: as wide as there is room. */
  width?: 'list' | 'form';
  children: ReactNode;
};

/** Where the skip link leads. */
export const contentId = 'content';

/** The one frame of all pages, and its only `<main>`: heading, actions beside it, content below. */
export function PageFrame({ title, intro, actions, width = 'list', children }: Props) {
  useDocumentTitle(title);
  return (
    <main id={contentId} tabIndex={-1} className={cx(styles.frame, styles[width])}>
      <div className={styles.head}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        </div>
        {actions !== undefined && (
          <div className={styles.actions} data-unprinted>
            {actions}
          </div>
        )}
      </div>
      {children}
    </main>
  );
}

type PanelProps = {
  children: ReactNode;
  label?: string;
  /** For several below each other on a phone. */
  isTight?: boolean;
  isBusy?: boolean;
};

/** White ground for a group of content. */
export function Panel({ children, label, isTight = false, isBusy = false }: PanelProps) {
  return (
    <section
      className={cx(styles.panel, isTight && styles.tight)}
      aria-label={label}
      aria-busy={isBusy || undefined}
    >
      {children}
    </section>
  );
}

/** The tab's title is outside React. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Recoup`;
  }, [title]);
}
