import skeleton from './skeleton-rows.module.css';

/** The body of a table whose rows are on their way. */
export function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return (
    <tbody role="rowgroup" className={skeleton.waiting}>
      {Array.from({ length: rows }, (_, row) => (
        <tr role="row" key={row} className={skeleton.row}>
          {Array.from({ length: columns }, (_column, cell) => (
            <td role="cell" key={cell}>
              <span />
              {row === 0 && cell === 0 && <span className="visually-hidden">Loading</span>}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
