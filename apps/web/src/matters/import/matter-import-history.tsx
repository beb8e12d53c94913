import type { MatterImport } from '@recoup/contract/matters/import-endpoints';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { formatCount } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { listImports, undoImport } from '../matters.queries.ts';
import { ImportHistory } from './import-history.tsx';
import { undoQuestion } from './import-texts.ts';

export function MatterImportHistory({ onUndone }: { onUndone: () => void }) {
  return (
    <ImportHistory
      queryKey={queryKeys.matters}
      load={listImports}
      none="Imported files are listed here."
      counts={counts}
      question={undoQuestion}
      undo={undoImport}
      onUndone={onUndone}
    />
  );
}

const counts: readonly Column<MatterImport>[] = [
  { key: 'created', title: 'New', align: 'end', cell: ({ created }) => formatCount(created) },
  { key: 'updated', title: 'Changed', align: 'end', cell: ({ updated }) => formatCount(updated) },
  {
    key: 'unchanged',
    title: 'Unchanged',
    align: 'end',
    cell: ({ unchanged }) => formatCount(unchanged),
  },
];
