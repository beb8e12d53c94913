import { may } from '../platform/session/may.ts';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { paths } from '../platform/browser/paths.ts';
import { formatDate } from '../ui/lib/format.ts';
import type { Column } from '../ui/list/column.ts';
import { RowAction } from '../ui/list/row-action.tsx';
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

export function columns(
  onSetCap: (matter: Matter) => void,
  onSetPhones: (matter: Matter) => void,
): readonly Column<Matter>[] {
  return [
    ...facts,
    {
      key: 'action',
      title: 'Action',
      isAction: true,
      noWrap: true,
      cell: (matter) => <Actions matter={matter} {...{ onSetCap, onSetPhones }} />,
    },
  ];
}

type ActionsProps = {
  matter: Matter;
  onSetCap: (matter: Matter) => void;
  onSetPhones: (matter: Matter) => void;
};

function Actions({ matter, onSetCap, onSetPhones }: ActionsProps) {
  const { _id, number } = matter;
  return (
    <>
      <RowAction
        isOpener
        to={paths.entriesOfMatter({ matter: _id })}
        label={`Entries on ${number}`}
      >
        Entries
      </RowAction>
      <RowAction to={paths.statement({ matter: _id })} label={`Statement of ${number}`}>
        Statement
      </RowAction>
      {may('matters:write') && (
        <>
          <RowAction label={`Phones of ${number}`} onClick={() => onSetPhones(matter)}>
            Phones
          </RowAction>
          <RowAction label={`Set cap of ${number}`} onClick={() => onSetCap(matter)}>
            Set cap
          </RowAction>
        </>
      )}
    </>
  );
}
