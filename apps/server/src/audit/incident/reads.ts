import type { IncidentPack } from '@recoup/contract/audit/endpoints';

/** Lines of one action and list, added up. */
export type ReadSum = { action: string; list: string | null; lines: number; rows: number };

const people = ['name', 'email', 'cell number'];
const matters = ['matter number', 'client', 'description', 'phone numbers'];
const entries = ['attorney', 'matter', 'client', 'number called', 'narration', 'amount'];
const calls = ['attorney', 'own number', 'number called', 'time and length'];

type Kind = { kind: string; columns: readonly string[] };

const kindsByAction: Readonly<Record<string, Kind>> = {
  'export.downloaded': { kind: 'Lines of exports', columns: entries },
  'export.closed': { kind: 'Lines of exports', columns: entries },
  'export.sent': { kind: 'Lines of exports', columns: entries },
  'mail.queued': { kind: 'Lines of exports sent by email', columns: entries },
  'statement.sent': { kind: 'Lines of statements', columns: entries },
  'taxation-pack.sent': { kind: 'Items of taxation packs', columns: [...entries, ...calls] },
  'statements.sent': { kind: 'Lines of statements', columns: entries },
  'voucher.sent': { kind: 'Vouchers of entries', columns: ['file of the invoice or receipt'] },
  'account-voucher.sent': { kind: 'Vouchers of accounts', columns: ['file of the account'] },
  'labels.sent': { kind: 'Matters', columns: matters.slice(0, 3) },
  'annexure.sent': { kind: 'Fees of attorneys', columns: ['attorney', 'fees'] },
  'annexures.sent': { kind: 'Fees of attorneys', columns: ['attorney', 'fees'] },
};

const kindsByList: Readonly<Record<string, Kind>> = {
  entries: { kind: 'Entries', columns: entries },
  matters: { kind: 'Matters', columns: matters },
  people: { kind: 'People of the firm', columns: people },
  calls: { kind: 'Calls of telephone systems', columns: calls },
  mails: { kind: 'Emails', columns: ['recipient', 'subject'] },
  exceptions: { kind: 'Entries', columns: entries },
  audit: { kind: 'Lines of the audit log', columns: ['person', 'what was done', 'address'] },
  'call fees': { kind: 'Fees of attorneys', columns: ['attorney', 'email', 'fees'] },
};

/** The actions that read or send personal information. */
export const readingActions = [...Object.keys(kindsByAction), 'list.exported', 'list.read'];

/** Kinds of personal information in what was read or sent, with their rows. */
export function personalInformationKinds(sums: readonly ReadSum[]): IncidentPack['kinds'] {
  const kinds = new Map<string, IncidentPack['kinds'][number]>();
  for (const { action, list, rows } of sums) {
    const known = kindsByAction[action] ?? kindsByList[list ?? ''];
    if (!known) continue;
    const name = action === 'list.read' ? `${known.kind}, on pages` : known.kind;
    const before = kinds.get(name)?.rows ?? 0;
    kinds.set(name, { kind: name, columns: [...known.columns], rows: before + rows });
  }
  return [...kinds.values()].toSorted((a, b) => b.rows - a.rows);
}

/** Rows of pages, of which the log has no more than their number. */
export function rowsOnPages(sums: readonly ReadSum[]): number {
  return sums
    .filter(({ action }) => action === 'list.read')
    .reduce((total, { rows }) => total + rows, 0);
}
