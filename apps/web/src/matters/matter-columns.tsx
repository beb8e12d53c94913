import { may } from '../platform/session/may.ts';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { paths } from '../platform/browser/paths.ts';
import { formatDate } from '../ui/lib/format.ts';
import type { Column } from '../ui/list/column.ts';
import { RowMenu } from '../ui/list/row-menu.tsx';
import { CapUse } from './caps/cap-use.tsx';
import { MatterStatus } from './matter-status.tsx';

const facts: readonly Column<Matter>[] = [
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
    isOptional: true,
    cell: ({ opened }) => (opened === null ? null : formatDate(opened)),
  },
  {
    key: 'cap',
    title: 'Cap',
    isOptional: true,
    cell: ({ cap, recorded }) =>
      cap === null || recorded === null ? null : <CapUse cap={cap} recorded={recorded} />,
  },
];

type Handlers = {
  onSetCap: (matter: Matter) => void;
  onSetPhones: (matter: Matter) => void;
};

export function columns(handlers: Handlers): readonly Column<Matter>[] {
  return [
    ...facts,
    {
      key: 'action',
      title: 'Action',
      isAction: true,
      cell: (matter) => <Actions matter={matter} {...handlers} />,
    },
  ];
}

function Actions({ matter, onSetCap, onSetPhones }: Handlers & { matter: Matter }) {
  const { _id, number } = matter;
  const changes = [
    { word: 'Phones', label: `Phones of ${number}`, onClick: () => onSetPhones(matter) },
    { word: 'Set cap', label: `Set cap of ${number}`, onClick: () => onSetCap(matter) },
  ];
  return (
    <RowMenu
      label={`Actions on ${number}`}
      items={[
        {
          word: 'Entries',
          label: `Entries on ${number}`,
          to: paths.entriesBy({ matter: _id }),
          isOpener: true,
        },
        {
          word: 'Statement',
          label: `Statement of ${number}`,
          to: paths.statement({ matter: _id }),
        },
        {
          word: 'Taxation pack',
          label: `Taxation pack of ${number}`,
          to: paths.taxationPacks({ matter: _id }),
        },
        ...(may('matters:write') ? changes : []),
      ]}
    />
  );
}
