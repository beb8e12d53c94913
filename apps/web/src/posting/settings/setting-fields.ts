import { sortByName } from '@recoup/contract/core/folded';
import type { PostingLayout, PostingSettings } from '@recoup/contract/posting/endpoints';
import { entryVatTreatments } from '@recoup/contract/vat/rules';
import type { Line } from '../../platform/edit-conflict/three-way.ts';
import { treatmentNames } from '../../vat/vat-texts.ts';

/** `name` as errors of the server have it, such as `accounts.<id of a type>`. */
export type SettingField = { name: string; label: string; description?: string };
/** Codes by field position in the form, which would read a point in a name as a path. */
type Codes = Record<string, string>;
type Key = `field${number}`;
export type Values = Record<Key, string> & { checksEntries: boolean };
type Named = { _id: string; title: string };

const single = {
  contraAccount: {
    label: 'Contra account',
    description: 'Debited with what the accounts of the types are credited with.',
  },
  firmId: { label: 'Law firm ID', description: 'As the client’s billing system knows the firm.' },
  invoiceNumber: {
    label: 'Invoice number',
    description: 'The text that the number of each invoice begins with.',
  },
} as const;

type Options = {
  types: readonly Named[];
  clients: readonly string[];
  /** Whether the firm charges VAT. */
  isVatVendor: boolean;
};

/** A field for each setting of the layout: what it needs, then what has a default. */
export function settingFields(layout: PostingLayout, options: Options): SettingField[] {
  const { types, clients, isVatVendor } = options;
  const needed = layout.needs.flatMap((need): SettingField[] => {
    if (need === 'accounts')
      return types.map(({ _id, title }) => ({
        name: `accounts.${_id}`,
        label: `Account of ${title}`,
      }));
    if (need === 'clientIds')
      return clients.map((client) => ({
        name: `clientIds.${client}`,
        label: `Client ID of ${client}`,
      }));
    // With the fields of the VAT.
    if (need === 'taxTypes') return [];
    return [{ name: need, ...single[need] }];
  });
  return [
    ...needed,
    ...(isVatVendor ? vatFields(layout, clients) : []),
    ...(hasColumn(layout, ['financialPeriod']) ? [firstMonthField] : []),
  ];
}

const firstMonthField = {
  name: 'firstMonth',
  label: 'First month of the financial year',
  description: 'From 1 to 12; 3 (March) if empty.',
};

function vatFields(layout: PostingLayout, clients: readonly string[]): SettingField[] {
  if (hasColumn(layout, ['taxType', 'legTaxType']))
    return entryVatTreatments.map((treatment) => ({
      name: `taxTypes.${treatment}`,
      label: `Tax type of “${treatmentNames[treatment]}”`,
      description: layout.isBuiltIn
        ? 'The usual one of the program if empty.'
        : 'Needed for lines of this kind.',
    }));
  if (layout._id === 'quickbooks-journal')
    return [
      {
        name: 'vatAccount',
        label: 'VAT account',
        description: 'Credited with the VAT. Needed where amounts have VAT.',
      },
    ];
  return layout.needs.includes('clientIds')
    ? clients.map((client) => ({
        name: `clientTaxIds.${client}`,
        label: `VAT number of ${client}`,
        description: 'Optional.',
      }))
    : [];
}

function hasColumn({ columns }: PostingLayout, fields: readonly string[]): boolean {
  return columns.some(({ field }) => field !== undefined && fields.includes(field));
}

/** The clients that have an ID, and those that an error says lack one. */
export function settingClients(
  { clientIds }: PostingSettings,
  missing: readonly string[],
): string[] {
  const start = 'clientIds.';
  const lacking = missing.filter((name) => name.startsWith(start));
  const clients = [
    ...lacking.map((name) => name.slice(start.length)),
    ...Object.keys(clientIds ?? {}),
  ];
  return sortByName([...new Set(clients)], (name) => name);
}

const fieldKey = (index: number): Key => `field${index}`;

export function keyedFields(fields: readonly SettingField[]): (SettingField & { key: Key })[] {
  return fields.map((field, index) => ({ ...field, key: fieldKey(index) }));
}

export function settingValuesFrom(
  fields: readonly SettingField[],
  settings: PostingSettings,
): Values {
  const codes = keyedTexts(fields, Object.fromEntries(namedValues(settings)), '');
  return { ...codes, checksEntries: settings.checksEntries ?? false };
}

/** Values or errors of these settings, by the keys of the form. */
export function keyedTexts(
  fields: readonly SettingField[],
  named: Readonly<Codes>,
  empty?: string,
): Codes {
  return Object.fromEntries(
    fields.flatMap(({ name }, index) => {
      const value = named[name] ?? empty;
      return value === undefined ? [] : [[fieldKey(index), value]];
    }),
  );
}

const groups = ['accounts', 'clientIds', 'clientTaxIds', 'taxTypes'] as const;

function namedValues(settings: PostingSettings): [string, string][] {
  const { contraAccount, firmId, invoiceNumber, vatAccount, firstMonth } = settings;
  const codes = groups.flatMap((group) =>
    Object.entries(settings[group] ?? {}).map(([key, code]): [string, string] => [
      `${group}.${key}`,
      code,
    ]),
  );
  const rest = { contraAccount, firmId, invoiceNumber, vatAccount, firstMonth };
  return [
    ...codes,
    ...Object.entries(rest).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ];
}

/** The saved settings with what was typed; an empty field takes its code away. */
export function settingsWith(
  saved: PostingSettings,
  { fields, values }: { fields: readonly SettingField[]; values: Values },
): PostingSettings {
  const named = new Map(namedValues(saved));
  for (const [index, { name }] of fields.entries()) {
    const value = (values[fieldKey(index)] ?? '').trim();
    if (value === '') named.delete(name);
    else named.set(name, value);
  }
  const groupCodes = (group: (typeof groups)[number]): Codes =>
    Object.fromEntries(
      [...named].flatMap(([name, code]) =>
        name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), code]] : [],
      ),
    );
  const text = (name: string) => named.get(name);
  const firstMonth = text('firstMonth');
  return {
    accounts: groupCodes('accounts'),
    clientIds: groupCodes('clientIds'),
    clientTaxIds: groupCodes('clientTaxIds'),
    taxTypes: groupCodes('taxTypes'),
    contraAccount: text('contraAccount'),
    firmId: text('firmId'),
    invoiceNumber: text('invoiceNumber'),
    vatAccount: text('vatAccount'),
    ...(firstMonth !== undefined && { firstMonth: Number(firstMonth) }),
    ...(values.checksEntries && { checksEntries: true }),
  };
}

/** Every code of any of the settings in the order of the form, then those without a field. */
export function settingLines(
  fields: readonly SettingField[],
  sides: readonly PostingSettings[],
): (settings: PostingSettings) => Line[] {
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const named = sides.flatMap((settings) => namedValues(settings).map(([name]) => name));
  const names = [...new Set([...labels.keys(), ...named])];
  return (settings) => {
    const values = new Map(namedValues(settings));
    const codes = names.map(
      (name): Line => [labels.get(name) ?? fallbackLabel(name), values.get(name) ?? ''],
    );
    return [...codes, [checkLabel, settings.checksEntries === true ? 'Yes' : 'No']];
  };
}

export const checkLabel = 'Check entries before a closing';

/** The label of a code without a field: another client's ID, or VAT codes of a non-vendor. */
function fallbackLabel(name: string): string {
  const start = 'clientIds.';
  return name.startsWith(start) ? `Client ID of ${name.slice(start.length)}` : `Setting ${name}`;
}
