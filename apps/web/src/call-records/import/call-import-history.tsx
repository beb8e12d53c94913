import type { CallImport } from '@recoup/contract/call-records/import-endpoints';
import { ImportHistory } from '../../matters/import/import-history.tsx';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { formatCount } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { undoQuestion } from './call-import-words.ts';
import { listCallImports, undoCallImport } from './call-imports.queries.ts';

export function CallImportHistory({ onUndone }: { onUndone: () => void }) {
  return (
    <ImportHistory
      queryKey={queryKeys.callRecords}
      load={listCallImports}
      none="Imported files of calls are listed here."
      counts={counts}
      origin={({ source }) => source.name}
      question={undoQuestion}
      undo={undoCallImport}
      onUndone={onUndone}
    />
  );
}

const counts: readonly Column<CallImport>[] = [
  { key: 'added', title: 'New', align: 'end', cell: ({ added }) => formatCount(added) },
  { key: 'repeated', title: 'Known', align: 'end', cell: ({ repeated }) => formatCount(repeated) },
];
