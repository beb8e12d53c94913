import type { FirmScope } from '../../platform/core/actor.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { databaseLineReader, type ExportLine } from './csv-lines.ts';
import {
  findLineFacts,
  type OpenEntries,
  readExportLines,
  type TypeIds,
} from './lines.repository.ts';

export type { OpenEntries };

/** The lines that a closing would export now, in batches, each with the id of its entry. */
export async function readOpenLines(
  trx: Trx,
  firm: FirmScope,
  open: OpenEntries,
): Promise<{ typeIds: TypeIds; batches: AsyncGenerator<ExportLine[]> }> {
  const { extras: found, typeIds } = await findLineFacts(trx, firm, { open });
  const extras = [...new Set([...found, 'reversals' as const])];
  const lines = readExportLines(trx, firm, { open, extras });
  const read = databaseLineReader(extras);
  async function* batches() {
    const pause = createPauses();
    for await (const batch of lines) {
      yield batch.map(read);
      await pause();
    }
  }
  return { typeIds, batches: batches() };
}
