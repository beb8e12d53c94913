import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useContext, useRef, useState } from 'react';
import { keepNewAnswer, OldAnswer } from '../../ui/feedback/old-answer.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { Column } from '../../ui/list/column.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { Pager } from '../../ui/list/pager.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import shared from '../../ui/layout/shared.module.css';
import { MomentCell } from '../../ui/list/moment-cell.tsx';
import { invalidate, type Subject } from '../api/read.ts';
import styles from './imports.module.css';

type Page<Run> = { data: Run[]; count: number };

/** Options of a history's query. */
export const historyOptions = { what: 'imports', beginsWithLast: true };

type Props<Run> = {
  /** Subjects whose answers are outdated after an undo, including the history. */
  changes: readonly Subject[];
  /** A page of the imports, the latest first; one of the last visit may come before. */
  query: (query: { page: number; itemsPerPage: number }) => UseQueryOptions<Page<Run>>;
  /** Text of the empty state. */
  none: string;
  /** Columns of counts, between the user and the undo. */
  counts: readonly Column<Run>[];
  /** Kind of the file, if its name is not stored. */
  title?: (run: Run) => string;
  /** Below the name of the file. */
  origin?: (run: Run) => string;
  question: (run: Run) => string;
  undo: (id: string) => Promise<unknown>;
  onUndone: () => void;
};

/** Imports with file, time and user; the user can undo the last one. */
export function ImportHistory<Run extends ImportRun>(props: Props<Run>) {
  const { changes, none } = props;
  const [view, setView] = useState<ListView>({ page: 1, size: 5, search: '', sort: undefined });
  const [undoing, setUndoing] = useState<Run | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const imports = useQuery({
    ...props.query({ page: view.page, itemsPerPage: view.size }),
    placeholderData: keepNewAnswer,
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
      {!imports.isError && imports.data?.count === 0 && (
        <EmptyState title="No imports yet">{none}</EmptyState>
      )}
      {!imports.isError && imports.data?.count !== 0 && (
        <OldAnswer value={imports.dataUpdatedAt === 0}>
          <ImportTable {...props} imports={imports} view={view} onView={setView} ask={setUndoing} />
        </OldAnswer>
      )}
      {undoing !== null && (
        <UndoDialog
          fileName={undoing.fileName ?? null}
          question={props.question(undoing)}
          onUndo={async () => props.undo(undoing._id)}
          changes={changes}
          onClose={() => setUndoing(null)}
          onUndone={props.onUndone}
          onShown={() => heading.current?.focus()}
        />
      )}
    </Panel>
  );
}

type TableProps<Run> = Pick<Props<Run>, 'counts' | 'origin' | 'title'> & {
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

type UndoDialogProps = {
  fileName: string | null;
  /** Names the changes that the undo makes. */
  question: string;
  onUndo: () => Promise<unknown>;
  changes: readonly Subject[];
  onClose: () => void;
  onUndone: () => void;
  onShown: () => void;
};

function UndoDialog({ fileName, question, onUndo, changes, ...props }: UndoDialogProps) {
  const { onClose, onUndone, onShown } = props;
  const client = useQueryClient();
  const undo = useOneMutation({
    mutationFn: onUndo,
    onSuccess: async () => {
      toast(`The import of ${fileName ?? 'the file'} was undone.`);
      onClose();
      onUndone();
      await invalidate(client, changes);
      // The pressed button is gone, and the focus with it.
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
      <p>{question}</p>
      {undo.isError && <Alert kind="error">{undo.error.message}</Alert>}
    </Dialog>
  );
}

/** Fields that imports share; those of an attorney name neither file nor user. */
type ImportRun = {
  _id: string;
  fileName?: string | null;
  createdAt: string;
  user?: { name: string };
  undoneAt: string | null;
  isLast: boolean;
};

type Parts<Run> = Pick<TableProps<Run>, 'counts' | 'origin' | 'title' | 'ask'>;

/** `counts` stand between who imported the file and the undo of the last import. */
function importColumns<Run extends ImportRun>(parts: Parts<Run>): readonly Column<Run>[] {
  const { counts, origin, title, ask } = parts;
  return [
    {
      key: 'file',
      title: 'File',
      isTitle: true,
      cell: (run) => (
        <span>
          {title?.(run) ?? run.fileName ?? 'Unnamed file'}
          {origin && <small className={styles.below}>{origin(run)}</small>}
        </span>
      ),
    },
    {
      key: 'when',
      title: 'When',
      cell: ({ createdAt }) => <MomentCell at={createdAt} />,
    },
    ...(title === undefined ? [userColumn] : []),
    ...counts,
    { key: 'undo', title: 'Undo', cell: (run) => <UndoCell run={run} onUndo={() => ask(run)} /> },
  ];
}

const userColumn: Column<ImportRun> = {
  key: 'who',
  title: 'Who',
  cell: ({ user }) => user?.name ?? '–',
};

function UndoCell({ run, onUndo }: { run: ImportRun; onUndo: () => void }) {
  const isOld = useContext(OldAnswer);
  if (run.undoneAt !== null) return <span className={shared.muted}>Undone</span>;
  if (!run.isLast) return '–';
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`Undo the import of ${run.fileName ?? 'a file without a name'}`}
      isPaused={isOld}
      onClick={onUndo}
    >
      Undo
    </Button>
  );
}
