import type { Db, Trx } from '../../platform/database/connections.ts';
import { type ChainHead, checkLines, findUnchained, listChains } from './verify.repository.ts';

/** `broken`: a sentence about the first line that is not as it was written. */
export type Verdict = {
  chains: readonly { firm: string; lines: number; hash: string }[];
  broken?: string;
};

/** So many lines are in memory of PostgreSQL at once. */
const partLines = 20_000;
const beginning = '00'.repeat(32);

/**
 * Walks every chain of the audit log in one snapshot. Each line must have the hash of its content
 * and of the line before it, no number may be missing, and the last line must be that of the head.
 */
export async function verifyAuditLog(db: Db): Promise<Verdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const chains = [];
      for (const head of await listChains(trx)) {
        const { lines, broken } = await verifyChain(trx, head);
        if (broken !== undefined) return { chains, broken };
        chains.push({ firm: chainName(head), lines, hash: head.hash });
      }
      const unchained = await findUnchained(trx);
      if (!unchained) return { chains };
      const { logId, firmName, at } = unchained;
      const firm = firmName ?? withoutFirm;
      return { chains, broken: `${firm}: line ${logId} of ${at} was inserted: it is in no chain.` };
    });
}

async function verifyChain(trx: Trx, head: ChainHead): Promise<{ lines: number; broken?: string }> {
  const { chain } = head;
  let place: { seq: number; hash: string; at: string | null } = {
    seq: 0,
    hash: beginning,
    at: null,
  };
  for (;;) {
    const { broken, last } = await checkLines(trx, {
      chain,
      after: place.seq,
      previous: place.hash,
      limit: partLines,
    });
    if (broken) return { lines: broken.seq - 1, broken: breakSentence(head, broken) };
    if (!last) break;
    place = last;
  }
  const { seq, hash, at } = place;
  const after = at === null ? '' : ` The last one there is number ${seq} of ${at}.`;
  if (seq < head.seq) {
    const missing = `${head.seq - seq} lines at the end were removed.${after}`;
    return { lines: seq, broken: `${chainName(head)}: ${missing}` };
  }
  if (seq !== head.seq || hash !== head.hash)
    return { lines: seq, broken: `${chainName(head)}: the head of the chain was changed.${after}` };
  return { lines: seq };
}

type Broken = NonNullable<Awaited<ReturnType<typeof checkLines>>['broken']>;

function breakSentence(head: ChainHead, { logId, seq, expected, at, isThere }: Broken): string {
  const line = `${chainName(head)}: line ${logId}, number ${seq} of the chain`;
  if (seq !== expected) {
    const removed = seq - expected === 1 ? 'line was' : 'lines were';
    return `${line}, of ${at ?? 'unknown time'}: ${seq - expected} ${removed} removed before it.`;
  }
  if (!isThere) return `${line}, was removed.`;
  return `${line}, of ${at}, was changed: its hash is not that of its content.`;
}

const withoutFirm = 'Lines without a firm';

function chainName({ firmName, chain }: ChainHead): string {
  if (/^[0-]+$/.test(chain)) return withoutFirm;
  return firmName === null ? `Firm ${chain}` : `${firmName} (${chain})`;
}
