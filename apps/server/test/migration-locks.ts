import { splitStatements, withoutTransaction } from '../src/startup/migrate.ts';

/** Tables of which a firm, or all firms together, may have millions of rows. */
const largeTables = [
  'audit_chain',
  'audit_log',
  'call_records',
  'entries',
  'entry_correction_entries',
  'entry_days',
  'export_parts',
  'exports',
  'import_changes',
  'mails',
  'matters',
  'rate_change_entries',
  'sessions',
  'users',
];

/** What keeps others from a large table for as long as it takes to read or write all its rows. */
export function lockFaults(file: string): string[] {
  const statements = splitStatements(file.replaceAll(/--.*/g, '')).map((statement) =>
    statement.toLowerCase().replaceAll(/\s+/g, ' ').trim(),
  );
  const made = statements.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? []);
  const isLarge = (table = ''): boolean => largeTables.includes(table) && !made.includes(table);
  const isWhole = !file.startsWith(withoutTransaction);
  return statements.flatMap((statement, index) => {
    const before = statements.slice(0, index);
    return [
      ...indexFaults(statement, before, isLarge),
      ...alterFaults(statement, before, { isLarge, isWhole }),
      ...(/^(?:cluster|reindex (?!.*concurrently)|vacuum\b.*\bfull)/.test(statement)
        ? [`rewrites under a lock: ${statement}`]
        : []),
    ];
  });
}

type IsLarge = (table?: string) => boolean;

function indexFaults(statement: string, before: string[], isLarge: IsLarge): string[] {
  const [, concurrently, name = '', table] =
    /^create (?:unique )?index (concurrently )?(?:if not exists )?(\w+) on (\w+)/.exec(statement) ??
    [];
  if (!isLarge(table)) return [];
  if (concurrently === undefined) return [`creates ${name} without concurrently`];
  // A crash leaves an invalid index, which `if not exists` takes for the right one.
  const isDropped = before.includes(`drop index concurrently if exists ${name};`);
  return isDropped ? [] : [`does not drop what a crash left of ${name}`];
}

function alterFaults(
  statement: string,
  before: string[],
  { isLarge, isWhole }: { isLarge: IsLarge; isWhole: boolean },
): string[] {
  const [, table = '', actions = ''] =
    /^alter table (?:if exists )?(?:only )?(\w+) (.*);$/.exec(statement) ?? [];
  if (!isLarge(table)) return [];
  const isProven = before.some((text) => text.startsWith(`alter table ${table} validate`));
  return splitAtCommas(actions).flatMap((action) => {
    const fault = faultOf(action, { isWhole, isProven });
    return fault === undefined ? [] : [`${fault}: alter table ${table} ${action}`];
  });
}

const rules: { pattern: RegExp; fault: string; unless?: RegExp }[] = [
  {
    pattern: /^add (?:constraint \w+ )?(?:foreign key|check)\b/,
    unless: /\bnot valid$/,
    fault: 'reads all rows, without not valid',
  },
  {
    pattern: /^add (?:constraint \w+ )?(?:primary key|unique|exclude)\b/,
    unless: /\busing index\b/,
    fault: 'makes an index under a lock, without using index',
  },
  { pattern: /^alter (?:column )?\w+ (?:set data )?type\b/, fault: 'may write all rows again' },
  {
    pattern:
      /^add (?!(?:constraint|primary|foreign|unique|check)\b).*\b(?:check|references|unique)\b/,
    fault: 'reads all rows; add the constraint by itself, not valid',
  },
  {
    pattern: /^add .*(?:\bgenerated\b|\bserial\b|\bdefault (?!now\(\))[\w.]+\()/,
    fault: 'writes all rows again',
  },
];

function faultOf(action: string, { isWhole, isProven }: { isWhole: boolean; isProven: boolean }) {
  if (isWhole && action.startsWith('validate constraint')) {
    return 'keeps the lock of an earlier statement; validate in a file without transaction';
  }
  if (!isProven && /^alter (?:column )?\w+ set not null/.test(action)) {
    return 'reads all rows; validate a check before';
  }
  return rules.find(({ pattern, unless }) => pattern.test(action) && !unless?.test(action))?.fault;
}

/** Not at those between parentheses. */
function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    depth += Number(sign === '(') - Number(sign === ')');
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign}`);
  }
  return parts.map((part) => part.trim());
}
