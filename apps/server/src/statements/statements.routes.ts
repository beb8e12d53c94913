import { Readable } from 'node:stream';
import { fileTypes } from '@recoup/contract/exports/files';
import {
  statementEndpoints,
  type StatementKind,
  type StatementPurpose,
} from '@recoup/contract/statements/endpoints';
import { packEndpoints } from '@recoup/contract/statements/pack-endpoints';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import {
  createLimiter,
  type Limiter,
  actorLimiterKey,
  oneTurnPerFirm,
} from '../platform/core/limiter.ts';
import type { Db } from '../platform/database/connections.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import {
  clientDisconnectSignal,
  type QueuedRequest,
  runLimited,
  withLongSocketTimeout,
} from '../platform/http/run-limited.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { type FileReply, fileReply, preview } from '../platform/http/replies/replies.ts';
import { findPackSettings, listPacks } from './packs/packs.repository.ts';
import {
  createPack,
  getPack,
  previewPack,
  savePackSettings,
  sendPack,
} from './packs/packs.service.ts';
import { packFileName, zipFileName, statementFileName } from './statement-texts.ts';
import {
  countLines,
  createStatementFile,
  getStatement,
  listStatements,
} from './statements.service.ts';
import type { SpooledFile } from '../platform/http/bodies/spooled-file.ts';
import { zip } from '../platform/zip/zip.ts';
import type { MatterWithLines, Period } from './statements.repository.ts';

/** A firm gets one turn at a time, so that it cannot take all of them. */
const limits = { name: 'statements', ...oneTurnPerFirm };
/** Each reads thousands of lines; the files are made by a job. */
const packLimits = { ...oneTurnPerFirm, name: 'taxation packs', concurrency: 2 };
const zipType = 'application/zip';
const offered = ['application/json', fileTypes.pdf, fileTypes.xlsx] as const;
const kinds: Readonly<Record<string, StatementKind>> = {
  [fileTypes.pdf]: 'pdf',
  [fileTypes.xlsx]: 'xlsx',
};

export function statementRoutes(app: FastifyInstance, auth: AuthContext): void {
  const { spool } = auth;
  const one = createLimiter({ ...limits, concurrency: 4 });
  const zips = createLimiter({ ...limits, concurrency: 2 });
  const keepFor = keepIn(spool);
  registerEndpoints(app, auth, statementEndpoints, {
    getStatement: async ({ params, query }, context) => {
      const { db, actor, now } = context;
      const firm = requireFirmScope(actor);
      const kind = kinds[acceptedType(context.request, offered) ?? ''];
      return runLimited(one, context, async (signal) => {
        const request = { ...query, matterId: params.id, now, signal };
        if (kind === undefined) return { data: await getStatement(db, firm, request) };
        const files = { ...request, kind, keep: keepFor(context) };
        const { content, lineCount, ...file } = await createStatementFile(db, firm, files);
        await recordSent(context, { id: params.id, details: { kind, ...query }, rows: lineCount });
        return fileReply({ ...file, content: content.readAndClose() });
      });
    },
    getStatements: async ({ query }, context) => {
      const { db } = context;
      const firm = requireFirmScope(context.actor);
      const of = { ...query, kind: query.kind ?? 'pdf' };
      if (acceptedType(context.request, ['application/json', zipType]) === zipType) {
        const turn = await takeTurn(zips, context);
        try {
          const matters = await listStatements(db, firm, of);
          const details = { ...of, matters: matters.length };
          await recordSent(context, { id: null, details, rows: countLines(matters) });
          return zipReply({ ...of, ...context, ...turn, matters, keep: keepFor(context) }, firm);
        } catch (error) {
          turn.end();
          throw error;
        }
      }
      const matters = await listStatements(db, firm, of);
      return { data: { matters: matters.length, lines: countLines(matters) } };
    },
  });
}

export function packRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limiter = createLimiter(packLimits);
  registerEndpoints(app, auth, packEndpoints, {
    createTaxationPack: async ({ params, body: { dryRun = false, ...body } }, context) =>
      runLimited(limiter, context, async () => {
        const { db, actor } = context;
        const requested = { ...body, matterId: params.id };
        if (!dryRun) return { data: await createPack(db, context, requested) };
        return preview({ data: await previewPack(db, requireFirmScope(actor), requested) });
      }),
    listTaxationPacks: async ({ query }, { db, actor }) =>
      listPacks(db, requireFirmScope(actor), query),
    getTaxationPack: async ({ params }, { db, actor }) => ({
      data: await getPack(db, requireFirmScope(actor), params.id),
    }),
    getTaxationPackFile: async ({ params }, context) => {
      const { content, pack } = await sendPack(context.db, context, params.id);
      return fileReply({ type: zipType, fileName: packFileName(pack), content });
    },
    getTaxationSettings: async (_, { db, actor }) => ({
      data: await findPackSettings(db, requireFirmScope(actor)),
    }),
    saveTaxationSettings: async ({ body }, context) => ({
      data: await savePackSettings(context.db, context, body),
    }),
  });
}

function keepIn(spool: AuthContext['spool']) {
  return ({ actor }: QueuedRequest) =>
    async (content: AsyncIterable<Buffer>) =>
      spool.keep(content, actorLimiterKey(actor));
}

type Sent = { id: string | null; details: Readonly<Record<string, unknown>>; rows: number };

/** The statement of a matter, or of many. */
async function recordSent(context: AuditContext & { db: Db }, { id, details, rows }: Sent) {
  const action = id === null ? 'statements.sent' : 'statement.sent';
  await recordAudit(context.db, context, { action, subjectId: id, details, rows });
}

type Turn = { signal: AbortSignal; end: () => void };
type Zip = Parameters<typeof statementsZip>[2] & Turn & { db: Db };

/** Ends the turn when the last file was sent, or the client has disconnected. */
function zipReply({ db, end, ...of }: Zip, firm: FirmScope): FileReply {
  if (of.matters.length === 0)
    throw new AppError('nothing_to_export', {
      message: 'No matter has entries in this period. Choose another period or client.',
    });
  const content = Readable.from(statementsZip(db, firm, of), { objectMode: false });
  content.once('close', end);
  return fileReply({ type: zipType, fileName: zipFileName(of), content });
}

/** A turn that lasts longer than its handler: the files are made while the reply is sent. */
async function takeTurn(limiter: Limiter, queued: QueuedRequest): Promise<Turn> {
  const { request, reply, actor } = queued;
  const signal = clientDisconnectSignal(request, reply);
  const slot = limiter.enter(actorLimiterKey(actor));
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  void withLongSocketTimeout(request, async () => ended).finally(() => slot.release());
  try {
    if (await slot.acquire({ signal })) await queued.reauthorize();
  } catch (error) {
    end();
    throw error;
  }
  return { signal, end };
}

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
function statementsZip(
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
