import {
  type Matter,
  matterEndpoints,
  matterLabelEndpoints,
  matterStatuses,
} from '@recoup/contract/matters/endpoints';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { download } from '../platform/api/api-download.ts';
import { transfer } from '../platform/api/api-transfer.ts';
import { read } from '../platform/api/read.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { paths } from '../platform/browser/paths.ts';
import { FilterSelect } from '../platform/filters/filter-fields.tsx';
import {
  choiceFilter,
  filterQuery,
  type FilterValues,
  type ListFilters,
  useFilters,
} from '../platform/filters/filters.ts';
import { may } from '../platform/session/may.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Button } from '../ui/controls/button.tsx';
import { FileIcon } from '../ui/controls/icons.tsx';
import { DownloadIcon, UploadIcon } from '../ui/controls/transfer-icons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { saveCsv, saveFile } from '../ui/lib/save-file.ts';
import type { Column } from '../ui/list/column.ts';
import { DataList } from '../ui/list/data-list.tsx';
import { FilterChips } from '../ui/list/filter-chips.tsx';
import type { ListView } from '../ui/list/list-view.ts';
import { RowMenu } from '../ui/list/row-menu.tsx';
import { CapUse } from './caps/cap-use.tsx';
import { MatterStatus } from './matter-status.tsx';

const loadDialogs = async () => ({ default: (await import('./matter-dialogs.tsx')).MatterDialog });
const MatterDialog = lazyPart(loadDialogs, ({ onClose }) => onClose);

const matterFilters = { status: choiceFilter(matterStatuses) };
type MatterFilters = ListFilters<typeof matterFilters>;

/** The firm's matters as the bookkeeping system gave them. */
export function MatterListPage() {
  const [params] = useSearchParams();
  const filters = useFilters(matterFilters);
  const query = { search: params.get('search') ?? '', ...filterQuery(filters.values) };
  const list = useActionBy(
    () => transfer(matterEndpoints.listMatters, { query, accept: 'text/csv' }),
    { onDone: (content) => saveCsv('matters.csv', content) },
  );
  const accept = 'application/pdf';
  const labels = useActionBy(
    () => download(matterLabelEndpoints.getMatterLabels, { query }, { accept }),
    { onDone: saveFile },
  );
  return (
    <PageFrame
      title="Matters"
      intro="The matters you record against, imported from your bookkeeping system."
      actions={
        <>
          <Button variant="outline" isBusy={list.isPending} onClick={() => list.run()}>
            <DownloadIcon />
            Download matters
          </Button>
          <Button variant="outline" isBusy={labels.isPending} onClick={() => labels.run()}>
            <DownloadIcon />
            Labels
          </Button>
          <ButtonLink to={paths.statements} variant="outline">
            <FileIcon />
            Statements
          </ButtonLink>
          <ImportLink />
        </>
      }
    >
      <Panel>
        {list.isError && <Alert kind="error">{list.error.message}</Alert>}
        {labels.isError && <Alert kind="error">{labels.error.message}</Alert>}
        <MatterList filters={filters} />
      </Panel>
    </PageFrame>
  );
}

function ImportLink() {
  if (!may('matters:import')) return null;
  return (
    <ButtonLink to={paths.fileHandler}>
      <UploadIcon />
      Import matters
    </ButtonLink>
  );
}

function mattersQuery(
  { page, size, search }: ListView,
  filters: FilterValues<typeof matterFilters>,
) {
  const query = { page, itemsPerPage: size, search, ...filterQuery(filters) };
  return read(matterEndpoints.listMatters, { query }, { beginsWithLast: true });
}

function MatterList({ filters }: { filters: MatterFilters }) {
  const [open, setOpen] = useState<{ matter: Matter; part: 'cap' | 'phones' } | null>(null);
  const shown = useMemo(
    () =>
      columns({
        onSetCap: (matter) => setOpen({ matter, part: 'cap' }),
        onSetPhones: (matter) => setOpen({ matter, part: 'phones' }),
      }),
    [],
  );
  useLoadBeforeUse(loadDialogs);
  return (
    <>
      <DataList
        filters={<StatusFilter filters={filters} />}
        label="Matters"
        searchLabel="Search number, client or description"
        columns={shown}
        rowKey={({ _id }) => _id}
        query={(view) => mattersQuery(view, filters.values)}
        defaults={{ size: 10 }}
        empty={<NoMatters status={filters.values.status} />}
      />
      {open !== null && (
        <Suspense>
          <MatterDialog {...open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

function NoMatters({ status }: { status: string }) {
  if (status !== '')
    return (
      <EmptyState title={`No ${status.toLowerCase()} matters.`}>Choose another status.</EmptyState>
    );
  return (
    <EmptyState
      title="No matters yet"
      action={
        may('matters:import') && <ButtonLink to={paths.fileHandler}>Import matters</ButtonLink>
      }
    >
      Bring them in from the bookkeeping system, then attorneys can record against them.
    </EmptyState>
  );
}

function StatusFilter({ filters }: { filters: MatterFilters }) {
  return (
    <>
      <FilterSelect
        label="Status"
        all="All statuses"
        choices={matterStatuses.map((each) => ({ value: each, label: each }))}
        filters={filters}
        name="status"
      />
      <FilterChips filters={filters} texts={filters.values} />
    </>
  );
}

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

function columns(handlers: Handlers): readonly Column<Matter>[] {
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
