import { type RefObject, useEffect, useState } from 'react';
import { formatCount } from '../lib/format.ts';

/** How many rows of a list that scrolls within the page lie below its edge. */
export function RowsBelow({ area }: { area: RefObject<HTMLElement | null> }) {
  const [count, setCount] = useState(0);
  // React does not know where rows lie.
  useEffect(() => {
    const box = area.current;
    const table = box?.querySelector('table');
    if (!box || !table) return undefined;
    const measure = () => {
      const edge = box.getBoundingClientRect().bottom;
      const rows = [...table.querySelectorAll('tbody tr')];
      setCount(rows.filter((row) => row.getBoundingClientRect().bottom > edge + 1).length);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(table);
    box.addEventListener('scroll', measure);
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, [area]);
  return count > 0 && `${formatCount(count)} more below`;
}
