import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { callSystemNames, callSystems, type CallSystem } from '@recoup/contract/call-records/rules';
import { invalidField, notFound } from '../../platform/core/app-error.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import type { TextChunks } from '../../platform/csv/text-chunks.ts';
import type { UnrecognizedCallFile } from '../files/call-file-plan.ts';
import { type CallFile, readCallFile, type CallFileOptions } from '../files/read-call-file.ts';
import { findCallSource, type StoredSource } from '../set-up/call-sources.repository.ts';
import { listOwnParties } from '../parties.repository.ts';
import { createCallStaging } from './call-staging.repository.ts';
import { withStagedFile } from '../../platform/imports/imports.ts';

export type CallUpload = {
  chunks: TextChunks;
  source?: string | undefined;
  mapping?: CallMapping | undefined;
  /** The time zone of starts that name none. */
  zone?: string | undefined;
  outsidePrefix?: string | undefined;
  fileName?: string | undefined;
  isZoneConfirmed?: boolean | undefined;
  /** Aborted when the client disconnects; the import is then rolled back. */
  signal: AbortSignal;
};

/** A file whose answered calls are staged. `source` is undefined for one that is new. */
export type StagedCallFile = {
  file: CallFile | UnrecognizedCallFile;
  source: StoredSource | undefined;
};

/** Reads the file into a staging table and continues in the same transaction. */
export async function withStagedCalls<T>(
  db: Db,
  firm: FirmScope,
  upload: CallUpload,
  work: (trx: Trx, staged: StagedCallFile) => Promise<T>,
): Promise<T> {
  const { signal } = upload;
  let source: StoredSource | undefined;
  const read = async (trx: Trx, onLegs: CallFileOptions['onLegs']) => {
    const parties = new Set(await listOwnParties(trx, firm));
    const loadSettings: CallFileOptions['loadSettings'] = async ({ system, columns }) => {
      source = await findCallSource(trx, firm, { source: upload.source, system, columns });
      assertSystem({ wanted: upload.source, source, system });
      const outsidePrefix = chooseOutsidePrefix(upload, source);
      const own = { isOwn: (party: string) => parties.has(party), outsidePrefix };
      return { own, mapping: upload.mapping ?? source?.mapping };
    };
    return readCallFile(upload.chunks, { loadSettings, onLegs });
  };
  return withStagedFile(db, { signal, open: createCallStaging, read }, async (trx, file) =>
    work(trx, { file, source }),
  );
}

export function chooseOutsidePrefix(upload: CallUpload, source: StoredSource | undefined): string {
  return upload.outsidePrefix ?? source?.outsidePrefix ?? '';
}

/** Throws `not_found` for the id of no source, and `invalid_input` for a file of another system. */
function assertSystem(file: {
  wanted: string | undefined;
  source: StoredSource | undefined;
  system: CallSystem;
}): void {
  const { wanted = '', source, system } = file;
  if (source === undefined && /^[\da-f]{8}-[\da-f-]{27}$/i.test(wanted))
    throw notFound('telephone system');
  const expected = source?.system ?? callSystems.find((each) => each === wanted);
  if (wanted === '' || expected === undefined || expected === system) return;
  const message =
    `This is a file of ${callSystemNames[system]}, not of ${callSystemNames[expected]}. ` +
    'Choose the telephone system that wrote it, or leave the choice out.';
  throw invalidField('source', message);
}
