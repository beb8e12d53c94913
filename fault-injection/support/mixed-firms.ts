import { can, role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { allEndpoints } from '@recoup/contract/endpoints';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import { aUser } from '../../apps/server/test/factories.ts';
import { pdfWords } from '../../apps/server/test/pdf-text.ts';
import { type Answer, ask, type Question } from './ask.ts';
import { knownPassword } from './fuzz-schema.ts';
import type { Random } from './random.ts';
import { aWorker, type Worker } from './workers.ts';

/** A firm whose mark stands in all its texts, and what was recorded in it. */
export type MarkedFirm = Worker & { mark: string; email: string; entries: string[] };

export async function markedFirms(db: Db, count: number): Promise<MarkedFirm[]> {
  const firms: MarkedFirm[] = [];
  while (firms.length < count) {
    const mark = `mark${firms.length + 1}z`;
    const worker = await aWorker(db, { hasEntry: true, mark });
    // Each sign-in may end an older one of the same person.
    const firm = { id: worker.firm, domain: `${mark}.co.za` };
    const { email } = await aUser(db, { firm, password: knownPassword, name: `Door ${mark}` });
    firms.push({ ...worker, mark, email, entries: [] });
  }
  return firms;
}

export const flows = ['list', 'record', 'correct', 'import', 'export', 'file', 'sign-in'] as const;
export type Flow = (typeof flows)[number];
type Asked = Question & { path: string };

/** How often of a hundred times: mostly reads, as people do. */
const shares: Record<Flow, number> = {
  list: 60,
  record: 16,
  correct: 12,
  import: 2,
  export: 2,
  file: 6,
  'sign-in': 2,
};
export const day: readonly Flow[] = flows.flatMap((flow) => Array<Flow>(shares[flow]).fill(flow));

/** One request of the flow, and the requests that follow from its answer. */
export async function follow(
  flow: Flow,
  { url, firm, random }: { url: string; firm: MarkedFirm; random: Random },
): Promise<Answer[]> {
  // Some of them answer with a PDF.
  const send = ({ path, ...question }: Asked) =>
    ask(url + path, { ...question, encoding: 'latin1' });
  const answer = await send(requestOf(flow, firm, random));
  if (flow === 'sign-in' && answer.status === 200) {
    const { token } = JSON.parse(answer.body) as { token: string }; // the contract's reply
    return [answer, await send({ path: '/me', token })];
  }
  if (flow === 'export' && answer.status === 201) {
    const { data } = JSON.parse(answer.body) as { data: { _id: string } }; // the contract's reply
    return [answer, await send({ path: `/exports/${data._id}/file`, token: firm.adminToken })];
  }
  return [answer];
}

function requestOf(flow: Flow, firm: MarkedFirm, random: Random): Asked {
  const { mark, adminToken: token, attorneyToken } = firm;
  const makers: Record<Flow, () => Asked> = {
    list: () => ({ path: random.pick(lists)(firm), token }),
    record: () => recordedBy(firm, random),
    correct: () => ({
      method: 'PUT',
      path: `/entries/${firm.entries.at(-1) ?? newId()}`,
      token: attorneyToken,
      body: { narration: `Corrected ${mark} ${random.int(1e6)}`, reason: 'A wrong word' },
    }),
    import: () => ({
      method: 'POST',
      path: '/imports',
      token,
      type: 'text/csv',
      // The same matters again, described differently.
      body: `Ref,Name,Client\n${rowsOf(mark, random.int(1e6))}`,
    }),
    export: () => ({ method: 'POST', path: '/exports', token, body: {} }),
    file: () => ({ ...random.pick(files), token }),
    'sign-in': () => ({
      method: 'POST',
      path: '/logon',
      body: { email: firm.email, password: knownPassword },
      from: `127.77.0.${1 + random.int(250)}`,
    }),
  };
  return makers[flow]();
}

function recordedBy(firm: MarkedFirm, random: Random): Asked {
  const { mark, matter, type: disbursementType, attorneyToken: token } = firm;
  const id = newId();
  firm.entries = [...firm.entries.slice(-9), id];
  const amount = (100 + random.int(1_000)) / 100;
  const narration = `Recorded ${mark}`;
  const body = { _id: id, matter, disbursementType, date: '2026-03-05', amount, narration };
  return { method: 'POST', path: '/entries', token, body };
}

function rowsOf(mark: string, turn: number): string {
  return Array.from(
    { length: 20 },
    (_, row) => `${mark}-${row},Case ${mark} ${turn},Client ${mark}\n`,
  ).join('');
}

const files: readonly Asked[] = [
  { path: '/fee-annexures' },
  { path: '/matter-labels' },
  { path: '/download', accept: 'application/pdf' },
  { path: '/download', accept: 'text/csv' },
  { path: '/matters', accept: 'text/csv' },
];

/** What these need to answer at all. */
const narrowed: Readonly<Record<string, (firm: MarkedFirm) => string>> = {
  '/list-views': () => '?list=entries',
  '/users/{id}/call-fees': ({ type }) => `?disbursementType=${type}`,
};

/** Every list and record that an admin may read. */
const asAdmin = { role: role.attorneyAdmin, session: 'full', owesFactor: false } as const;
const lists: readonly ((firm: MarkedFirm) => string)[] = Object.values(allEndpoints)
  .filter(
    ({ method, path, may }) =>
      method === 'GET' &&
      !/sendOtp|download|annexure|labels/.test(path) &&
      can(asAdmin, may) === 'allowed',
  )
  .map(({ path, query }) => (firm) => {
    const ids: Readonly<Record<string, string | undefined>> = {
      users: firm.attorney,
      matters: firm.matter,
      disbursements: firm.type,
      entries: firm.entries.at(-1),
    };
    const [, room = ''] = path.split('/');
    const address = path.replace('{id}', ids[room] ?? firm.firm).replace('{month}', '2026-03');
    const page = query && 'page' in query.shape ? '?page=1&itemsPerPage=20' : '';
    return `${address}${narrowed[path]?.(firm) ?? page}`;
  });

/** Finds what one firm sees of another: its mark, or an id that another firm has seen too. */
export function createLeakFinder() {
  const seenBy = new Map<string, string>();
  return ({ mark }: MarkedFirm, { body }: Pick<Answer, 'body'>): string[] => {
    const text = body.startsWith('%PDF') ? pdfWords(Buffer.from(body, 'latin1')).join(' ') : body;
    const marks = (text.match(/mark\d+z/g) ?? []).filter((found) => found !== mark);
    const ids = (text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []).filter((id) => {
      const first = seenBy.get(id) ?? mark;
      seenBy.set(id, first);
      return first !== mark;
    });
    return [...marks, ...ids];
  };
}
