import type { CallImport } from '@recoup/contract/call-records/import-endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { UndoDialog } from '../../matters/import/undo-import-dialog.tsx';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { Pager } from '../../ui/list/pager.tsx';
import { columnsWith } from './call-import-columns.tsx';
import { undoQuestion } from './call-import-words.ts';
import { callImportsQuery, undoCallImport } from './call-imports.queries.ts';

/** Who imported which file when, and the undo of the last one. */
export function CallImportHistory({ onUndone }: { onUndone: () => void }) {
  const [view, setView] = useState<ListView>({ page: 1, size: 5, search: '', sort: undefined });
  const [undoing, setUndoing] = useState<CallImport | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const imports = useQuery({
    ...callImportsQuery(view.page, view.size),
    placeholderData: keepPreviousData,
  });
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
      {imports.data?.count === 0 && (
        <EmptyState title="No imports yet">Imported files of calls are listed here.</EmptyState>
      )}
      {!imports.isError && imports.data?.count !== 0 && (
        <ImportTable imports={imports} view={view} onView={setView} onUndo={setUndoing} />
      )}
      {undoing !== null && (
        <UndoDialog
          fileName={undoing.fileName}
          question={undoQuestion(undoing)}
          onUndo={async () => undoCallImport(undoing._id)}
          invalidates={queryKeys.callRecords}
          onClose={() => setUndoing(null)}
          onUndone={onUndone}
          onShown={() => heading.current?.focus()}
        />
      )}
    </Panel>
  );
}

type TableProps = {
  imports: {
    data: { data: CallImport[]; count: number } | undefined;
    isPlaceholderData: boolean;
  };
  view: ListView;
  onView: (view: ListView) => void;
  onUndo: (run: CallImport) => void;
};

function ImportTable({ imports: { data, isPlaceholderData }, view, onView, onUndo }: TableProps) {
  return (
    <>
      <DataTable
        label="Imports"
        columns={columnsWith(onUndo)}
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
