import shared from '../layout/shared.module.css';
import styles from './chips.module.css';

/** Short titles side by side; `none` says that there are none. */
export function Chips({ items, none }: { items: readonly string[]; none: string }) {
  if (items.length === 0) return <span className={shared.muted}>{none}</span>;
  return (
    <ul className={styles.chips}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
