import styles from './price-rows.module.css';

type Row = { name: string; price: string; isMarked?: boolean };

/** A price table: how long, how much. A marked row is the one that decided. */
export function PriceRows({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  return (
    <table className={styles.rows}>
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ name, price, isMarked = false }) => (
          <tr key={name} className={isMarked ? styles.marked : undefined}>
            <th scope="row">
              {name}
              {isMarked && <span className="visually-hidden"> (this one)</span>}
            </th>
            <td>{price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
