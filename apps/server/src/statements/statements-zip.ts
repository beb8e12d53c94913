import type { StatementKind, StatementPurpose } from '@recoup/contract/statements/rules';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import type { SpooledFile } from '../platform/http/bodies/spooled-file.ts';
import { zip } from '../platform/zip/zip.ts';
import { statementFileName } from './statement-texts.ts';
import type { MatterWithLines, Period } from './statements.repository.ts';
import { createStatementFile } from './statements.service.ts';

type Statements = Period & {
  kind: StatementKind;
  for?: StatementPurpose | undefined;
  matters: readonly MatterWithLines[];
  now: Date;
  signal: AbortSignal;
  keep: (content: AsyncIterable<Buffer>) => Promise<SpooledFile>;
  /** Before each file: the user may lose the right during a long download. */
  reauthorize: () => Promise<void>;
};

/** Streams the ZIP. Each file is made when its turn comes, and waits on the disk. */
export function statementsZip(
  db: Db,
  firm: FirmScope,
  { matters, reauthorize, ...of }: Statements,
): AsyncGenerator<Buffer> {
  const taken = new Set<string>();
  const entries = matters.map(({ id: matterId, number }) => ({
    name: statementFileName({ ...of, number }, of.kind, taken),
    text: readSpooledFile(async () => {
      await reauthorize();
      return (await createStatementFile(db, firm, { ...of, matterId })).content;
    }),
  }));
  return zip(entries);
}

async function* readSpooledFile(make: () => Promise<SpooledFile>): AsyncGenerator<Buffer> {
  const file = await make();
  try {
    yield* file.part({ start: 0, end: file.bytes });
  } finally {
    await file.close();
  }
}
