import type { PreviewChange } from '@recoup/contract/matters/import-endpoints';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { describeChanges, fieldLabels } from './import-words.ts';

type Props = { changes: readonly PreviewChange[]; updated: number };

/** Which matters an upload would change: each field as it is now, and as it would be. */
export function Changes({ changes, updated }: Props) {
  return (
    <ScrollArea label="Changed matters">
      <table>
        <caption>{describeChanges(updated, changes.length)}</caption>
        <PlainTableHead titles={['Matter', 'Field', 'Now', 'After the upload']} />
        {changes.map((change) => (
          <tbody key={change.row}>
            {change.fields.map((each, index) => (
              <tr key={each.field}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={change.fields.length}>
                    {change.number}
                  </th>
                )}
                <td>{fieldLabels[each.field]}</td>
                <td>{valueText(each.field, each.before)}</td>
                <td>{valueText(each.field, each.after)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollArea>
  );
}

function valueText(field: PreviewChange['fields'][number]['field'], value: string | null): string {
  if (value === null) return 'None';
  return field === 'opened' ? formatDate(value) : value;
}
