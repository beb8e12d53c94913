import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { Column } from '../../ui/list/column.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { Pager } from '../../ui/list/pager.tsx';
import { type ImportRun, importColumns } from './import-columns.tsx';
import { UndoDialog } from './undo-import-dialog.tsx';

type Page<Run> = { data: Run[]; count: number };

type Props<Run> = {
  /** Key of the queries that are outdated after an undo, including the history. */
  queryKey: QueryKey;
  /** A page of the imports, the latest first. */
  load: (query: { page: number; itemsPerPage: number }, signal: AbortSignal) => Promise<Page<Run>>;
  /** Text of the empty state. */
  none: string;
  /** Columns of counts, between the user and the undo. */
  counts: readonly Column<Run>[];
  /** Below the name of the file. */
  origin?: (run: Run) => string;
  question: (run: Run) => string;
  undo: (id: string) => Promise<void>;
  onUndone: () => void;
};

/** Imports with file, time and user; the user can undo the last one. */
export function ImportHistory<Run extends ImportRun>(props: Props<Run>) {
  const { queryKey, none } = props;
  const [view, setView] = useState<ListView>({ page: 1, size: 5, search: '', sort: undefined });
  const [undoing, setUndoing] = useState<Run | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const imports = useImports(props, view);
  return (
    <Panel label="Import history">
      <h2 ref={heading} tabIndex={-1}>
        Import history
      </h2>
      {imports.isError && (
        <ErrorState
          title="Imports could not be loaded."
          message={imports.error.message}
          onRetry={() => void imports.refetch()}
        />
      )}
      {imports.data?.count === 0 && <EmptyState title="No imports yet">{none}</EmptyState>}
      {!imports.isError && imports.data?.count !== 0 && (
        <ImportTable {...props} imports={imports} view={view} onView={setView} ask={setUndoing} />
      )}
      {undoing !== null && (
        <UndoDialog
          fileName={undoing.fileName}
          question={props.question(undoing)}
          onUndo={async () => props.undo(undoing._id)}
          invalidates={queryKey}
          onClose={() => setUndoing(null)}
          onUndone={props.onUndone}
          onShown={() => heading.current?.focus()}
        />
      )}
    </Panel>
  );
}

function useImports<Run>({ queryKey, load }: Props<Run>, { page, size }: ListView) {
  const query = { page, itemsPerPage: size };
  return useQuery({
    queryKey: [...queryKey, 'imports', query],
    queryFn: async ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
    meta: { unableToGet: 'imports' },
  });
}

type TableProps<Run> = Pick<Props<Run>, 'counts' | 'origin'> & {
  imports: { data: Page<Run> | undefined; isPlaceholderData: boolean };
  view: ListView;
  onView: (view: ListView) => void;
  ask: (run: Run) => void;
};

function ImportTable<Run extends ImportRun>(props: TableProps<Run>) {
  const { data, isPlaceholderData } = props.imports;
  const { view, onView } = props;
  return (
    <>
      <DataTable
        label="Imports"
        columns={importColumns(props)}
        rowKey={({ _id }) => _id}
        view={view}
        rows={data?.data}
        isStale={isPlaceholderData}
        onSort={() => undefined}
      />
      {data !== undefined && data.count > view.size && (
        <Pager
          label="Imports"
          view={view}
          count={data.count}
          onChange={(change) => onView({ ...view, ...change })}
        />
      )}
    </>
  );
}
