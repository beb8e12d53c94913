import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import { type EntryVatTreatment, entryVatTreatments } from '@recoup/contract/vat/rules';
import { settingsOfField } from './fields.ts';
import { createLayoutWriter, type EngineLayout } from './layout-writer.ts';
import type { PostingLine } from './posting-line.ts';

type Fault = readonly [field: string, message: string];
/** One code as the only setting; `key` is its disbursement type, client or treatment. */
type Given = { field: string; group: keyof PostingSettings; key: string; alone: PostingSettings };

/**
 * The codes that a column of the layout rejects, by the names of their fields. Each is checked by
 * lines that are posted with it; a column that also rejects a plain code is no fault of the code.
 */
export function settingFaults(layout: EngineLayout, settings: PostingSettings): Fault[] {
  return codesOf(settings).flatMap(({ field, group, key, alone }): Fault[] => {
    const form = { ...layout, columns: columnsOf(layout, group) };
    if (form.columns.length === 0) return [];
    for (const line of linesOf(key)) {
      const problems = problemsOf(form, { line, settings: alone });
      if (problems.size === 0) continue;
      const others = problemsOf(form, { line, settings: withPlainCodes(alone) });
      for (const [column, message] of problems) if (!others.has(column)) return [[field, message]];
    }
    return [];
  });
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

function codesOf(settings: PostingSettings): Given[] {
  const grouped = groups.flatMap((group) =>
    Object.entries(settings[group] ?? {}).map(([key, code]): Given => {
      const alone = { accounts: {}, [group]: { [key]: code } };
      return { field: `${group}.${key}`, group, key, alone };
    }),
  );
  const single = singles.flatMap((name): Given[] => {
    const code = settings[name];
    if (code === undefined) return [];
    return [{ field: name, group: name, key: '', alone: { accounts: {}, [name]: code } }];
  });
  return [...grouped, ...single];
}

/** What no field of the contract has may write any code. */
function columnsOf({ columns }: EngineLayout, group: keyof PostingSettings) {
  return columns.filter((column) => {
    if ('own' in column) return true;
    const { field } = column;
    return field !== undefined && settingsOfField[field]?.includes(group) === true;
  });
}

/** A line and its reversal, of the type, client or treatment that the key names. */
function linesOf(key: string): PostingLine[] {
  const treatment = entryVatTreatments.find((each) => each === key) ?? 'cost';
  return [100, -100].map((cents) => lineOf(cents, { key, treatment }));
}

function lineOf(
  netCents: number,
  { key, treatment }: { key: string; treatment: EntryVatTreatment },
): PostingLine {
  const vat = { treatment, percent: 15, netCents, vatCents: netCents / 5, grossCents: netCents };
  return {
    date: '2026-03-05',
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

function problemsOf(
  layout: EngineLayout,
  { line, settings }: { line: PostingLine; settings: PostingSettings },
): Map<string, string> {
  const problems = new Map<string, string>();
  const findings = {
    reject: (column: string, message: string) => void problems.set(column, message),
    lack: () => {},
  };
  const file = { exportNumber: 1, exportDay: line.date, firmName: '', settings };
  const of = { file: { ...file, invoices: new Map() }, findings };
  createLayoutWriter(layout, of).check(line, 1);
  return problems;
}
