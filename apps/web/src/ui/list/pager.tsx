import { type MouseEvent, useId } from 'react';
import { formatCount } from '../lib/format.ts';
import { countPages, type ListView, type PageSize, pageSizes, pageNumbers } from './list-view.ts';
import styles from './pager.module.css';

type Props = {
  label: string;
  view: ListView;
  sizes?: readonly PageSize[] | undefined;
  count: number;
  isCountExact?: boolean | undefined;
  onChange: (change: Partial<ListView>) => void;
};

/** Page size, what is shown of how many, and the pages. */
export function Pager(props: Props) {
  const { label, view, sizes = pageSizes, count, isCountExact, onChange } = props;
  const id = useId();
  const pages = countPages(count, view.size);
  const page = Math.min(view.page, pages);
  const turn = (to: number) => (event: MouseEvent<HTMLButtonElement>) => {
    // At the end the button goes out of use, and would drop the focus.
    if (to === 1 || to === pages)
      event.currentTarget.parentElement
        ?.querySelector<HTMLElement>(`[aria-label="Page ${to}"]`)
        ?.focus();
    onChange({ page: to });
  };
  return (
    <div className={styles.pager}>
      <span>{rangeText(view, count, isCountExact)}</span>
      <div className={styles.size} data-unprinted>
        <label htmlFor={id}>Rows per page</label>
        <select
          id={id}
          value={view.size}
          onChange={({ currentTarget }) => onChange({ size: parsePageSize(currentTarget.value) })}
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
      <nav aria-label={`Pages of ${label}`} className={styles.pages} data-unprinted>
        <button type="button" disabled={page === 1} onClick={turn(page - 1)}>
          Previous
        </button>
        <Numbers page={page} pages={pages} onChange={onChange} />
        <button type="button" disabled={page === pages} onClick={turn(page + 1)}>
          Next
        </button>
      </nav>
    </div>
  );
}

/** Range of the page and total count: `1–10 of 84`, `1–50 of 10 000+`. */
export function rangeText(
  { page, size }: Pick<ListView, 'page' | 'size'>,
  count: number,
  isCountExact = true,
): string {
  if (count === 0) return 'none';
  const first = (Math.min(page, countPages(count, size)) - 1) * size + 1;
  const last = Math.min(first + size - 1, count);
  const all = `${formatCount(count)}${isCountExact ? '' : '+'}`;
  return `${formatCount(first)}–${formatCount(last)} of ${all}`;
}

function parsePageSize(text: string): ListView['size'] {
  return pageSizes.find((size) => String(size) === text) ?? pageSizes[0];
}

function Numbers({
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
