import type { MatterImport } from '@recoup/contract/matters/import-endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { formatMoment, formatCount } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import styles from './imports.module.css';
import shared from '../../ui/layout/shared.module.css';

export function columnsWith(ask: (run: MatterImport) => void): readonly Column<MatterImport>[] {
  return [
    {
      key: 'file',
      title: 'File',
      isTitle: true,
      cell: ({ fileName }) => fileName ?? 'Unnamed file',
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
      cell: (run) => <UndoCell run={run} onUndo={ask} />,
    },
  ];
}

type UndoProps = { run: MatterImport; onUndo: (run: MatterImport) => void };

function UndoCell({ run, onUndo }: UndoProps) {
  if (run.undoneAt !== null) return <span className={shared.muted}>Undone</span>;
  if (!run.isLast) return '–';
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`Undo the import of ${run.fileName ?? 'a file without a name'}`}
      onClick={() => onUndo(run)}
    >
      Undo
    </Button>
  );
}
