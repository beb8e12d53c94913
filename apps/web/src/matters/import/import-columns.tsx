import { Button } from '../../ui/controls/button.tsx';
import shared from '../../ui/layout/shared.module.css';
import { momentCell } from '../../ui/lib/moment.ts';
import type { Column } from '../../ui/list/column.ts';
import styles from './imports.module.css';

/** Fields that imports of matters and of calls share. */
export type ImportRun = {
  _id: string;
  fileName: string | null;
  createdAt: string;
  user: { name: string };
  undoneAt: string | null;
  isLast: boolean;
};

type Parts<Run> = {
  counts: readonly Column<Run>[];
  origin?: (run: Run) => string;
  ask: (run: Run) => void;
};

/** `counts` stand between who imported the file and the undo of the last import. */
export function importColumns<Run extends ImportRun>(parts: Parts<Run>): readonly Column<Run>[] {
  const { counts, origin, ask } = parts;
  return [
    {
      key: 'file',
      title: 'File',
      isTitle: true,
      cell: (run) => (
        <span>
          {run.fileName ?? 'Unnamed file'}
          {origin && <small className={styles.below}>{origin(run)}</small>}
        </span>
      ),
    },
    {
      key: 'when',
      title: 'When',
      cell: ({ createdAt }) => momentCell(createdAt),
    },
    { key: 'who', title: 'Who', cell: ({ user }) => user.name },
    ...counts,
    { key: 'undo', title: 'Undo', cell: (run) => <UndoCell run={run} onUndo={() => ask(run)} /> },
  ];
}

function UndoCell({ run, onUndo }: { run: ImportRun; onUndo: () => void }) {
  if (run.undoneAt !== null) return <span className={shared.muted}>Undone</span>;
  if (!run.isLast) return '–';
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`Undo the import of ${run.fileName ?? 'a file without a name'}`}
      onClick={onUndo}
    >
      Undo
    </Button>
  );
}
