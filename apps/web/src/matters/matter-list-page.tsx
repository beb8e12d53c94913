import { type Matter, matterStatuses } from '@recoup/contract/matters/endpoints';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { paths } from '../platform/browser/paths.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import type { Column } from '../ui/list/column.ts';
import { DataList } from '../ui/list/data-list.tsx';
import fieldStyles from '../ui/form/field.module.css';
import { formatDate } from '../ui/lib/format.ts';
import { DownloadIcon, ListIcon, UploadIcon } from '../ui/controls/icons.tsx';
import { PageFrame, Panel } from '../ui/layout/page-frame.tsx';
import { RowAction } from '../ui/list/row-action.tsx';
import { saveFile } from '../ui/lib/save-file.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { StatusDot } from '../ui/feedback/status-dot.tsx';
import { useSearchParamsState } from '../ui/list/use-search-params-state.ts';
import { downloadMatters, mattersQuery, type MatterStatus } from './matters.queries.ts';

/** The firm's matters as the bookkeeping system gave them. */
export function MatterListPage() {
  const [params] = useSearchParams();
  const status = matterStatuses.find((each) => each === params.get('status'));
  const download = useMutation({
    mutationFn: () => downloadMatters({ search: params.get('search') ?? '', status }),
    onSuccess: (content) =>
      saveFile({ name: 'matters.csv', type: 'text/csv;charset=utf-8', content }),
  });
  return (
    <PageFrame
      title="Matters"
      intro="What calls and disbursements are recorded against. Matters come from the bookkeeping system, by import."
      actions={
        <>
          <Button variant="outline" isBusy={download.isPending} onClick={() => download.mutate()}>
            <DownloadIcon />
            Download Matters
          </Button>
          <ButtonLink to={paths.fileHandler}>
            <UploadIcon />
            Import Matters
          </ButtonLink>
        </>
      }
    >
      <Panel>
        {download.isError && <Alert kind="error">{download.error.message}</Alert>}
        <DataList
          filters={<StatusFilter status={status} />}
          label="Matters"
          searchLabel="Search number, client or description"
          columns={columns}
          rowKey={({ _id }) => _id}
          query={(view) => mattersQuery(view, status)}
          defaults={{ size: 10 }}
          empty={<NoMatters status={status} />}
        />
      </Panel>
    </PageFrame>
  );
}

/** Lives in the address, as the rest of what the list shows. */
function StatusFilter({ status }: { status: MatterStatus | undefined }) {
  const [, change] = useSearchParamsState();
  const choose = (chosen: string) =>
    change((next) => {
      next.delete('page');
      next.delete('status');
      if (chosen !== '') next.set('status', chosen);
      return next;
    });
  const options = [
    { value: '', label: 'All statuses' },
    ...matterStatuses.map((each) => ({ value: each, label: each })),
  ];
  return (
    <select
      aria-label="Status"
      className={fieldStyles.inline}
      value={status ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function NoMatters({ status }: { status: MatterStatus | undefined }) {
  if (status !== undefined)
    return (
      <EmptyState title={`No matter is ${status.toLowerCase()}.`}>
        Choose another status.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No matters yet"
      action={<ButtonLink to={paths.fileHandler}>Import Matters</ButtonLink>}
    >
      Bring them in from the bookkeeping system, then attorneys can record against them.
    </EmptyState>
  );
}

const tones = { Open: 'good', Pending: 'warn', Closed: 'bad' } as const satisfies Record<
  MatterStatus,
  string
>;

const columns: readonly Column<Matter>[] = [
  { key: 'number', title: 'Number', isTitle: true, cell: ({ number }) => number },
  { key: 'description', title: 'Description', cell: ({ description }) => description },
  { key: 'client', title: 'Client', cell: ({ client }) => client },
  { key: 'attorney', title: 'Attorney', cell: ({ attorney }) => attorney?.name },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status }) => <StatusDot label={status} tone={tones[status]} />,
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
