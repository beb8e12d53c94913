import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import { type EntryVatTreatment, entryVatTreatments } from '@recoup/contract/vat/rules';
import { createPauses } from '../../platform/core/pauses.ts';
import { settingsOfField } from './fields.ts';
import { createLayoutWriter, type EngineLayout } from './layout-writer.ts';
import type { PostingLine } from './posting-line.ts';

type Fault = readonly [field: string, message: string];
type Group = keyof PostingSettings;

/**
 * The codes that a column of the layout rejects, by the names of their fields. Each is checked by
 * lines that are posted with it; a column that also rejects a plain code is no fault of the code.
 * Yields to other requests.
 */
export async function settingFaults(
  layout: EngineLayout,
  settings: PostingSettings,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const pause = createPauses();
  for (const group of [...groups, ...singles])
    for (const find of groupChecks(layout, settings, group)) {
      const fault = find();
      if (fault) faults.push(fault);
      await pause();
    }
  return faults;
}

/** A check for each code of a group; a single code is a group of its own. */
function groupChecks(layout: EngineLayout, settings: PostingSettings, group: Group) {
  const setting = settings[group];
  const form = { ...layout, columns: columnsInGroup(layout, group) };
  if (setting === undefined || form.columns.length === 0) return [];
  const alone = { accounts: {}, [group]: setting };
  const find = problemFinder(form, alone);
  const findWithPlain = problemFinder(form, withPlainCodes(alone));
  const isAccount = group === 'accounts' || group === 'contraAccount';
  const check = (field: string, key: string, code: string) => (): Fault | undefined => {
    const fault = isAccount ? layout.accountFault?.(code) : undefined;
    if (fault !== undefined) return [field, fault];
    for (const line of sampleLines(key)) {
      const problems = find(line);
      if (problems.size === 0) continue;
      const others = findWithPlain(line);
      for (const [column, message] of problems) if (!others.has(column)) return [field, message];
    }
    return undefined;
  };
  if (typeof setting !== 'object') return [check(group, '', String(setting))];
  return Object.entries(setting).map(([key, code]) => check(`${group}.${key}`, key, code));
}

/** The settings with codes that fit wherever a code does. */
export function withPlainCodes(settings: PostingSettings): PostingSettings {
  const plain = Object.entries(settings).map(([name, value]) => [name, plainLike(value)]);
  return { accounts: {}, ...Object.fromEntries(plain) };
}

function plainLike(value: unknown): unknown {
  if (typeof value === 'string') return plainCode;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, plainCode]));
}
const plainCode = 'A';

const groups = ['accounts', 'clientIds', 'clientTaxIds', 'taxTypes'] as const;
const singles = ['contraAccount', 'firmId', 'invoiceNumber', 'vatAccount'] as const;

/** A column without a field of the contract may write any code. */
function columnsInGroup({ columns }: EngineLayout, group: keyof PostingSettings) {
  return columns.filter((column) => {
    if ('own' in column) return true;
    const { field } = column;
    return field !== undefined && settingsOfField[field]?.includes(group) === true;
  });
}

/** A line and its reversal, of the type, client or treatment that the key names. */
function sampleLines(key: string): PostingLine[] {
  const treatment = entryVatTreatments.find((each) => each === key) ?? 'cost';
  return [100, -100].map((cents) => sampleLine(cents, { key, treatment }));
}

const sampleDay = '2026-03-05';

function sampleLine(
  netCents: number,
  { key, treatment }: { key: string; treatment: EntryVatTreatment },
): PostingLine {
  const vat = { treatment, percent: 15, netCents, vatCents: netCents / 5, grossCents: netCents };
  return {
    date: sampleDay,
    matterNumber: 'M',
    client: key,
    matterDescription: '',
    attorney: '',
    disbursementType: '',
    minutes: null,
    quantity: null,
    amountCents: netCents,
    narration: null,
    typeId: key,
    entryId: null,
    vat: treatment === 'none' ? null : vat,
    reverses: null,
    voucher: null,
  };
}

/** Finds the problems of a line, by the name of the column. */
function problemFinder(
  layout: EngineLayout,
  settings: PostingSettings,
): (line: PostingLine) => ReadonlyMap<string, string> {
  let problems = new Map<string, string>();
  const findings = {
    reject: (column: string, message: string) => void problems.set(column, message),
    lack: () => {},
  };
  const file = { exportNumber: 1, exportDay: sampleDay, firmName: '', settings };
  const of = { file: { ...file, invoices: new Map() }, findings };
  const { check } = createLayoutWriter(layout, of);
  return (line) => {
    problems = new Map();
    check(line, 1);
    return problems;
  };
}
