import { type ListView, pageNumbers } from './list-view.ts';
import styles from './pager.module.css';

export function Numbers({
  page,
  pages,
  onChange,
}: {
  page: number;
  pages: number;
  onChange: (change: Partial<ListView>) => void;
}) {
  return pageNumbers(page, pages).map((each, index) =>
    each === 'gap' ? (
      <span key={index === 1 ? 'before' : 'after'} aria-hidden="true" className={styles.gap}>
        …
      </span>
    ) : (
      <button
        key={each}
        type="button"
        className={styles.number}
        aria-label={`Page ${each}`}
        aria-current={each === page ? 'page' : undefined}
        onClick={() => onChange({ page: each })}
      >
        {each}
      </button>
    ),
  );
}
