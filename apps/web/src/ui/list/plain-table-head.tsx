/** With the roles named, because the tables that use it are shown as none on a phone. */
export function PlainTableHead({ titles }: { titles: readonly string[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {titles.map((title) => (
          <th key={title} role="columnheader" scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
