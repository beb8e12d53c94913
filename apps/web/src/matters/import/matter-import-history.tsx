import { importEndpoints, type MatterImport } from '@recoup/contract/matters/import-endpoints';
import { read } from '../../platform/api/read.ts';
import { formatCount } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { send } from '../../platform/api/api-client.ts';
import { ImportHistory } from './import-history.tsx';
import { undoQuestion } from './import-texts.ts';

export function MatterImportHistory({ onUndone }: { onUndone: () => void }) {
  return (
    <ImportHistory
      changes={['matters']}
      query={(query) => read(importEndpoints.listImports, { query }, { what: 'imports' })}
      none="Imported files are listed here."
      counts={counts}
      question={undoQuestion}
      undo={(id) => send(importEndpoints.undoImport, { params: { id } })}
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
