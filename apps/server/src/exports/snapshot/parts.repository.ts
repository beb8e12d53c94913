import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { readBytes } from '../../platform/database/read-bytes.ts';

/** The compressed parts from a position on. */
export async function insertParts(
  trx: Trx,
  firm: FirmScope,
  { exportId, first, contents }: { exportId: string; first: number; contents: readonly Buffer[] },
): Promise<void> {
  const rows = contents.map((content, index) => ({
    firmId: firm.firmId,
    exportId,
    position: first + index,
    content,
  }));
  await trx.insertInto('exportParts').values(rows).execute();
}

/** An export of the firm with the same lines, whose parts a repeated one shares. */
export async function findEqualExport(trx: Trx, firm: FirmScope, sha256: Buffer) {
  const equal = await trx
    .selectFrom('exports')
    .select('id')
    .where('firmId', '=', firm.firmId)
    .where('sha256', '=', sha256)
    .where('partsOf', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return equal?.id ?? null;
}
export async function* readParts(db: Db, firm: FirmScope, exportId: string) {
  for (let position = 0; ; position += 1) {
    const part = await readBytes(
      db,
      selectParts(db, firm, exportId)
        .where('exportParts.position', '=', position)
        .select('exportParts.content'),
    );
    if (!part) return;
    yield part;
  }
}

/** The first compressed part and, where there are more, the last one. */
export async function readEdgeParts(db: Db, firm: FirmScope, exportId: string): Promise<Buffer[]> {
  const edge = async (direction: 'asc' | 'desc') =>
    selectParts(db, firm, exportId)
      .select(['exportParts.position', 'exportParts.content'])
      .orderBy('exportParts.position', direction)
      .limit(1)
      .executeTakeFirst();
  const [first, last] = [await edge('asc'), await edge('desc')];
  return [first, last].flatMap((part, index) =>
    !part || (index === 1 && part.position === 0) ? [] : [part.content],
  );
}

function selectParts(db: Db, firm: FirmScope, exportId: string) {
  return db
    .selectFrom('exports')
    .innerJoin('exportParts', (join) =>
      join
        .onRef('exportParts.firmId', '=', 'exports.firmId')
        .on((eb) =>
          eb('exportParts.exportId', '=', eb.fn.coalesce('exports.partsOf', 'exports.id')),
        ),
    )
    .where('exports.firmId', '=', firm.firmId)
    .where('exports.id', '=', exportId);
}
