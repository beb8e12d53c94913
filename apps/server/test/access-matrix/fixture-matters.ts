import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

type Facts = { now: Date; letter: 'a' | 'b' };

/**
 * Matters of the firm, two of which came by files; firm A has taken in seven of them, so that a
 * number tells whose were counted.
 */
export async function someMatters(
  db: Db,
  side: FirmFixture,
  { now, letter }: Facts,
): Promise<void> {
  const { id: firmId, secret, people } = side;
  const number = letter === 'a' ? 7 : 2;
  const run = {
    firmId,
    userId: people.admin.id,
    sha256: Buffer.from(secret),
    createdAt: now,
    created: 1,
    unchanged: 0,
  };
  const runs = [
    { ...run, id: side.import.id, number, fileName: `${secret}.csv`, updated: 1 },
    {
      ...run,
      id: side.earlierImport.id,
      number: number - 1,
      fileName: `${secret}.txt`,
      updated: 0,
    },
  ];
  await insertRows(db, 'imports', runs);
  const common = { firmId, client: `Client hush${side.mark}`, status: 'Open', createdAt: now };
  const matter = { ...common, description: `Matter ${secret}`, updatedAt: now };
  const matters = [
    {
      ...matter,
      id: side.matter.id,
      number: `${secret}/1`,
      attorneyId: people.attorney.id,
      capCents: 100_000,
    },
    {
      ...matter,
      id: side.colleagueMatter.id,
      number: `${secret}/2`,
      attorneyId: people.colleague.id,
    },
    { ...matter, id: side.importedMatter.id, number: `${secret}/3`, importId: side.import.id },
    {
      ...matter,
      id: side.touchedMatter.id,
      number: `${secret}/4`,
      importId: side.earlierImport.id,
      updatedAt: new Date(now.getTime() + 1),
    },
  ];
  await insertRows(
    db,
    'matters',
    matters.map((each) => ({ attorneyId: null, importId: null, capCents: null, ...each })),
  );
  const before = {
    description: `Before ${secret}`,
    client: null,
    attorneyId: null,
    status: 'Open',
    opened: null,
    updatedAt: now,
  };
  const change = {
    firmId,
    importId: side.import.id,
    matterId: side.colleagueMatter.id,
    before: JSON.stringify(before),
  };
  await insertRows(db, 'importChanges', change);
}
