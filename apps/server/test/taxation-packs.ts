import type { TaxationPack } from '@recoup/contract/statements/pack-endpoints';
import { expect } from 'vitest';
import type { Db } from '../src/platform/database/connections.ts';
import { packJobs } from '../src/statements/packs/make-pack.ts';
import type { TestApp } from './app.ts';
import { insertRows } from './rows.ts';
import { unzipFiles } from './spreadsheet.ts';
import type { StatementFirm } from './statement-firm.ts';
import { sha256 } from './vouchers.ts';

type Pack = { firmId: string; id: string; matterId: string; createdBy: string; createdAt: Date };

/** A pack that is ready; `mark` is in its texts. */
export async function aTaxationPack(db: Db, { mark, ...pack }: Pack & { mark: string }) {
  const content = Buffer.from(`pack of ${mark}`);
  const hash = sha256(content);
  await insertRows(db, 'taxationPacks', {
    ...pack,
    masksNumbers: false,
    state: 'ready',
    progress: 100,
    items: 1,
    pages: 1,
    sumCents: 100,
    sha256: hash,
    bytes: content.length,
    parts: JSON.stringify([{ name: mark, bytes: 1, sha256: hash.toString('hex') }]),
  });
  const { firmId, id: packId } = pack;
  await insertRows(db, 'taxationPackPieces', { firmId, packId, place: 0, content });
}

/** Requests of the firm admin, and turns of the queue. */
export function packRequests(test: TestApp, firm: () => StatementFirm) {
  const ask = async (body: object = {}) => {
    const { matters, token } = firm();
    const path = `POST /matters/${matters.matter.id}/taxation-packs`;
    return test.call(path, { token: token.admin, body });
  };
  const getPack = async (id: string) =>
    test.data<TaxationPack>(`GET /taxation-packs/${id}`, { token: firm().token.admin });
  const download = async (id: string) =>
    test.app.inject({
      url: `/core/api/taxation-packs/${id}/file`,
      headers: { authorization: `Bearer ${firm().token.admin}` },
    });
  const takeTurn = async () => runPackJob(test, 'make-taxation-pack');
  const queueWaiting = async () => runPackJob(test, 'queue-taxation-packs');
  return {
    ask,
    getPack,
    download,
    takeTurn,
    queueWaiting,
    expectQueued: async (id: string) => expectQueued(test, id),
    close: async () => {
      const body = { override: 'Tested' };
      const reply = await test.call('POST /exports', { token: firm().token.admin, body });
      expect(reply).toAnswer(201);
    },
    /** Makes a pack as the queue does, in some runs at once, and reads its ZIP. */
    made: async (body: object = {}, runs = 1) => {
      const reply = await ask(body);
      expect(reply).toAnswer(202);
      const { _id, state } = reply.json<{ data: TaxationPack }>().data;
      expect(state).toBe('making');
      await expectQueued(test, _id);
      await Promise.all(Array.from({ length: runs }, takeTurn));
      const file = await download(_id);
      const zip = file.rawPayload;
      const parts = file.statusCode === 200 ? unzipFiles(zip) : new Map<string, Buffer>();
      return { pack: await getPack(_id), zip, file, parts };
    },
  };
}

async function expectQueued(test: TestApp, packId: string): Promise<void> {
  const { rows } = await test.pool.query<{ count: number }>(
    `select count(*)::integer as count from graphile_worker.jobs
    where key = $1 and attempts < max_attempts`,
    [`taxation pack ${packId}`],
  );
  expect(rows[0]?.count).toBe(1);
}

/** Runs one job of the queue; a turn makes whichever pack is next. */
async function runPackJob(test: TestApp, name: string): Promise<void> {
  const faults: unknown[] = [];
  const warn = (fault: unknown): void => void faults.push(fault);
  const jobs = packJobs({ db: test.db, log: { warn } });
  await jobs[name]?.({});
  expect(faults).toEqual([]);
}
