import type { Matter } from '@recoup/contract/matters/endpoints';
import { paths } from '../platform/browser/paths.ts';
import { ListIcon } from '../ui/controls/icons.tsx';
import { formatDate } from '../ui/lib/format.ts';
import type { Column } from '../ui/list/column.ts';
import { RowAction } from '../ui/list/row-action.tsx';
import { MatterStatus } from './matter-status.tsx';

export const columns: readonly Column<Matter>[] = [
  { key: 'number', title: 'Number', isTitle: true, cell: ({ number }) => number },
  { key: 'description', title: 'Description', cell: ({ description }) => description },
  { key: 'client', title: 'Client', cell: ({ client }) => client },
  { key: 'attorney', title: 'Attorney', cell: ({ attorney }) => attorney?.name },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status }) => <MatterStatus status={status} />,
  },
  {
    key: 'opened',
    title: 'Opened',
    noWrap: true,
    cell: ({ opened }) => (opened === null ? null : formatDate(opened)),
  },
  {
    key: 'action',
    title: 'Action',
    isAction: true,
    cell: ({ _id, number }) => (
      <RowAction to={paths.entriesOfMatter({ matter: _id })} label={`Entries on ${number}`}>
        <ListIcon />
      </RowAction>
    ),
  },
];
