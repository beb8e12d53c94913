import { newId } from '@recoup/contract/core/ids';
import { type Answer, ask } from './ask.ts';
import type { Processes } from './processes.ts';
import { staff } from './workers.ts';

export type Duplicates = { posts: number; faults: readonly string[] };

const atOnce = 20;

/** Sends entries and files twice at once to two processes, then another entry under the id. */
export async function sendTwice(on: Processes, posts: number): Promise<Duplicates> {
  const { importer: worker } = await staff(on.db, 0);
  const faults: string[] = [];
  const twice = async (index: number): Promise<void> => {
    const id = newId();
    const { matter, type: disbursementType, attorneyToken: token } = worker;
    const body = {
      _id: id,
      matter,
      disbursementType,
      date: '2026-03-05',
      amount: index / 100,
      narration: id,
    };
    const post = (what: object) =>
      ask(`${on.next()}/entries`, { method: 'POST', token, body: what });
    const [one, other] = await Promise.all([post(body), post(body)]);
    if (one?.status !== 201 || other?.status !== 201 || one.body !== other.body)
      faults.push(`sent twice: ${shown(one)}, ${shown(other)}`);
    const changed = await post({ ...body, amount: 1_000 });
    if (changed.status !== 409) faults.push(`another entry under a used id: ${shown(changed)}`);
  };
  for (let at = 0; at < posts; at += atOnce) {
    await Promise.all(
      Array.from({ length: Math.min(atOnce, posts - at) }, (_, index) => twice(at + index + 1)),
    );
  }
  faults.push(...(await importTwice(on, worker.adminToken, Math.ceil(posts / 50))));
  const rows = await on.db
    .selectFrom('entries')
    .where('firmId', '=', worker.firm)
    .select('id')
    .execute();
  if (rows.length !== posts) faults.push(`${rows.length} entries of ${posts} posts`);
  return { posts, faults };
}

async function importTwice(on: Processes, token: string, files: number): Promise<string[]> {
  const faults: string[] = [];
  for (let file = 0; file < files; file += 1) {
    const rows = Array.from({ length: 50 }, (_, row) => `twice${file}-${row},Debt recovery,Zulu\n`);
    const question = {
      method: 'POST',
      token,
      type: 'text/csv',
      body: `Ref,Name,Client\n${rows.join('')}`,
    };
    const answers = await Promise.all([1, 2].map(() => ask(`${on.next()}/imports`, question)));
    const created = answers.map(createdIn);
    if (created.toSorted((a, b) => a - b).join() !== '0,50')
      faults.push(`a file twice at once: created ${created.join(' and ')}`);
  }
  return faults;
}

function createdIn({ status, body }: Answer): number {
  if (status !== 200) return -1;
  return (JSON.parse(body) as { data: { created: number } }).data.created; // the contract's reply
}

function shown(answer: Answer | undefined): string {
  return `${answer?.status} ${answer?.body.slice(0, 120)}`;
}
