import { matterFields } from '@recoup/contract/matters/endpoints';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { fieldLabels } from './import-words.ts';

export function FirstRows({ rows }: { rows: ImportPreview['rows'] }) {
  return (
    <ScrollArea label="First rows">
      <table>
        <caption>First rows as they will be imported</caption>
        <PlainTableHead titles={matterFields.map((field) => fieldLabels[field])} />
        <tbody>
          {rows.map(({ row, number, description, client, attorney, status, opened, phones }) => (
            <tr key={row}>
              <td>{number}</td>
              <td>{description}</td>
              <td>{client}</td>
              <td>{attorney}</td>
              <td>{status}</td>
              <td>{opened === null ? '' : formatDate(opened)}</td>
              <td>{phones.map(formatPhone).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
