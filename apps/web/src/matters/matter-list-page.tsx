import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type Matter,
  matterEndpoints,
  matterLabelEndpoints,
  matterStatuses,
} from '@recoup/contract/matters/endpoints';
import { may } from '../platform/session/may.ts';
import { download } from '../platform/api/api-download.ts';
import { transfer } from '../platform/api/api-transfer.ts';
import { paths } from '../platform/browser/paths.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { FileIcon } from '../ui/controls/icons.tsx';
import { DownloadIcon, UploadIcon } from '../ui/controls/transfer-icons.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { saveCsv, saveFile } from '../ui/lib/save-file.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { columns } from './matter-columns.tsx';
import { FilterChips } from '../ui/list/filter-chips.tsx';
import type { ListView } from '../ui/list/list-view.ts';
import { FilterSelect } from '../platform/filters/filter-fields.tsx';
import {
  filterQuery,
  type FilterValues,
  type ListFilters,
  choiceFilter,
  useFilters,
} from '../platform/filters/filters.ts';
import { read } from '../platform/api/read.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

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
  return read(matterEndpoints.listMatters, { query });
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
