import type { CallImport } from '@recoup/contract/call-records/import-endpoints';
import importStyles from '../../matters/import/imports.module.css';
import { Button } from '../../ui/controls/button.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatCount, formatMoment } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import styles from './call-imports.module.css';

export function columnsWith(ask: (run: CallImport) => void): readonly Column<CallImport>[] {
  return [
    {
      key: 'file',
      title: 'File',
      isTitle: true,
      cell: ({ fileName, source }) => (
        <span>
          {fileName ?? 'Unnamed file'}
          <small className={styles.below}>{source.name}</small>
        </span>
      ),
    },
    {
      key: 'when',
      title: 'When',
      cell: ({ createdAt }) => (
        <span className={importStyles.oneLine}>{formatMoment(createdAt)}</span>
      ),
    },
    { key: 'who', title: 'Who', cell: ({ user }) => user.name },
    { key: 'added', title: 'New', align: 'end', cell: ({ added }) => formatCount(added) },
    {
      key: 'repeated',
      title: 'Known',
      align: 'end',
      cell: ({ repeated }) => formatCount(repeated),
    },
    { key: 'undo', title: 'Undo', cell: (run) => <UndoCell run={run} onUndo={ask} /> },
  ];
}

type UndoProps = { run: CallImport; onUndo: (run: CallImport) => void };

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
