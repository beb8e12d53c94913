import type { MatterImport } from '@recoup/contract/matters/import-endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { importsQuery, undoImport } from '../matters.queries.ts';
import { undoQuestion } from './import-words.ts';
import { UndoDialog } from './undo-import-dialog.tsx';
import { columnsWith } from './import-columns.tsx';

/** Who took in which file when, and the undo of the last one. */
export function ImportHistory({ onUndone }: { onUndone: () => void }) {
  const [view, setView] = useState<ListView>({ page: 1, size: 5, search: '', sort: undefined });
  const [undoing, setUndoing] = useState<MatterImport | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const imports = useQuery({
    ...importsQuery(view.page, view.size),
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
        <EmptyState title="No imports yet">Imported files are listed here.</EmptyState>
      )}
      {!imports.isError && imports.data?.count !== 0 && (
        <ImportTable imports={imports} view={view} onView={setView} onUndo={setUndoing} />
      )}
      {undoing !== null && (
        <UndoDialog
          fileName={undoing.fileName}
          question={undoQuestion(undoing)}
          onUndo={async () => undoImport(undoing._id)}
          invalidates={queryKeys.matters}
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
    data: { data: MatterImport[]; count: number } | undefined;
    isPlaceholderData: boolean;
  };
  view: ListView;
  onView: (view: ListView) => void;
  onUndo: (run: MatterImport) => void;
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
