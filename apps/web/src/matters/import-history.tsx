import type { MatterImport } from '@recoup/contract/matters/import-endpoints';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import type { Column } from '../ui/list/column.ts';
import { DataTable } from '../ui/list/data-table.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { formatCount, formatMoment } from '../ui/lib/format.ts';
import type { ListView } from '../ui/list/list-view.ts';
import { Panel } from '../ui/layout/page-frame.tsx';
import { Pager } from '../ui/list/pager.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { undoQuestion } from './import-words.ts';
import styles from './imports.module.css';
import { importsQuery, mattersKey, undoImport } from './matters.queries.ts';

/** Who took in which file when, and the undo of the last one. */
export function ImportHistory({ onUndone }: { onUndone: () => void }) {
  const [view, setView] = useState<ListView>({ page: 1, size: 5, search: '', sort: undefined });
  const [asked, setAsked] = useState<MatterImport | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const imports = useQuery({
    ...importsQuery(view.page, view.size),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel label="Imports so far">
      <h2 ref={heading} tabIndex={-1}>
        Imports so far
      </h2>
      {imports.isError && (
        <ErrorState
          title="Imports could not be loaded."
          message={imports.error.message}
          onRetry={() => void imports.refetch()}
        />
      )}
      {imports.data?.count === 0 && (
        <EmptyState title="No imports yet">Each file that is taken in is listed here.</EmptyState>
      )}
      {!imports.isError && imports.data?.count !== 0 && (
        <>
          <DataTable
            label="Imports"
            columns={columnsWith(setAsked)}
            rowKey={({ _id }) => _id}
            view={view}
            rows={imports.data?.data}
            isStale={imports.isPlaceholderData}
            onSort={() => undefined}
          />
          {imports.data !== undefined && imports.data.count > view.size && (
            <Pager
              label="Imports"
              view={view}
              count={imports.data.count}
              onChange={(change) => setView({ ...view, ...change })}
            />
          )}
        </>
      )}
      {asked !== null && (
        <UndoDialog
          run={asked}
          onClose={() => setAsked(null)}
          onUndone={onUndone}
          onShown={() => heading.current?.focus()}
        />
      )}
    </Panel>
  );
}

type Asked = { run: MatterImport; onClose: () => void; onUndone: () => void; onShown: () => void };

function UndoDialog({ run, onClose, onUndone, onShown }: Asked) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoImport(run._id),
    onSuccess: async () => {
      toast(`The import of ${run.fileName ?? 'the file'} was undone.`);
      onClose();
      onUndone();
      await client.invalidateQueries({ queryKey: mattersKey });
      // The button that asked is gone, and the focus with it.
      requestAnimationFrame(onShown);
    },
  });
  return (
    <Dialog
      title="Undo this import?"
      isOpen
      onClose={onClose}
      actions={
        <DialogButtons
          backLabel="Keep it"
          action={{
            label: 'Undo import',
            isDanger: true,
            isBusy: undo.isPending,
            onClick: () => undo.mutate(),
          }}
        />
      }
    >
      <p>{undoQuestion(run)}</p>
      {undo.isError && <Alert kind="error">{undo.error.message}</Alert>}
    </Dialog>
  );
}

function columnsWith(ask: (run: MatterImport) => void): readonly Column<MatterImport>[] {
  return [
    {
      key: 'file',
      title: 'File',
      isTitle: true,
      cell: ({ fileName }) => fileName ?? 'Without a name',
    },
    {
      key: 'when',
      title: 'When',
      cell: ({ createdAt }) => <span className={styles.oneLine}>{formatMoment(createdAt)}</span>,
    },
    { key: 'who', title: 'Who', cell: ({ user }) => user.name },
    { key: 'created', title: 'New', align: 'end', cell: ({ created }) => formatCount(created) },
    { key: 'updated', title: 'Changed', align: 'end', cell: ({ updated }) => formatCount(updated) },
    {
      key: 'unchanged',
      title: 'Unchanged',
      align: 'end',
      cell: ({ unchanged }) => formatCount(unchanged),
    },
    {
      key: 'undo',
      title: 'Undo',
      cell: (run) => {
        if (run.undoneAt !== null) return <span className={styles.undone}>Undone</span>;
        if (!run.isLast) return '–';
        return (
          <Button
            variant="outline"
            size="small"
            aria-label={`Undo the import of ${run.fileName ?? 'a file without a name'}`}
            onClick={() => ask(run)}
          >
            Undo
          </Button>
        );
      },
    },
  ];
}
