import { type ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import styles from './page-frame.module.css';
import { useDocumentTitle } from './use-document-title.ts';

type Props = {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  /** Beside the title on a phone too; it may come later, and moves nothing. */
  beside?: ReactNode;
  /** `form`: as wide as one reads and types; `list`: as wide as there is room. */
  width?: 'list' | 'form';
  children: ReactNode;
};

/** Target of the skip link. */
export const contentId = 'content';

/** The one frame of all pages, and its only `<main>`: heading, actions beside it, content below. */
export function PageFrame({ title, intro, actions, beside, width = 'list', children }: Props) {
  useDocumentTitle(title);
  return (
    <main
      id={contentId}
      tabIndex={-1}
      className={cx(styles.frame, width === 'form' && styles.form)}
    >
      <div className={styles.head}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        </div>
        {beside !== undefined && (
          <div className={styles.beside} data-unprinted>
            {beside}
          </div>
        )}
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
