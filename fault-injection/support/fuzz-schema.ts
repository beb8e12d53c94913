import { newId } from '@recoup/contract/core/ids';
import type { Endpoint } from '@recoup/contract/core/endpoint';
import type { Random } from './random.ts';

/** What a value is made from: fixed numbers, and what earlier replies have shown. */
export type Source = { random: Random; seen: Seen; own: Own };

/** What belongs to the sender. */
export type Own = {
  id?: string | undefined;
  firm?: string | undefined;
  domain?: string | undefined;
};

/** Values of earlier replies by the name of their field, the latest among them. */
export type Seen = {
  note(name: string, value: unknown): void;
  find(name: string): readonly unknown[];
};

const mostSeen = 60;

export function createSeen(random: Random): Seen {
  const values = new Map<string, unknown[]>();
  return {
    note(name, value) {
      const list = values.get(name) ?? [];
      values.set(name, list);
      if (list.includes(value)) return;
      if (list.length === mostSeen) list.splice(random.int(mostSeen), 1);
      list.push(value);
    },
    find: (name) => values.get(name) ?? [],
  };
}

/** The key of a name's values within a firm. */
export function ofFirm(name: string, firm: string | undefined): string {
  return `${name} of ${firm}`;
}

type Schema = NonNullable<Endpoint['body']>;
/** What a zod schema says of itself, as far as values are made from it. */
type Shape =
  | { type: 'object'; shape: Readonly<Record<string, Schema>> }
  | { type: 'array'; element: Schema }
  | { type: 'optional' | 'default' | 'nullable'; innerType: Schema }
  | { type: 'union'; options: readonly Schema[] }
  | { type: 'pipe'; in: Schema }
  | { type: 'literal'; values: readonly unknown[] }
  | { type: 'enum'; entries: Readonly<Record<string, unknown>> }
  | { type: 'boolean' | 'number' | 'string' | 'unknown' };

/** A value that fits the schema's shape; the field's name tells the kind of text. */
export function valueFor(schema: Schema, name: string, source: Source): unknown {
  const { random } = source;
  const { def } = schema as unknown as { def: Shape }; // zod's own words for it
  const inside = (inner: Schema) => valueFor(inner, name, source);
  if (def.type === 'object') return objectFor(def.shape, source);
  if (def.type === 'array') return listFor(def.element, name, source);
  if (def.type === 'nullable') return random.chance(0.3) ? null : inside(def.innerType);
  if (def.type === 'optional' || def.type === 'default')
    return random.chance(0.5) ? undefined : inside(def.innerType);
  if (def.type === 'union') return inside(random.pick(def.options));
  if (def.type === 'pipe') return inside(def.in);
  if (def.type === 'literal') return random.pick(def.values);
  return leafFor(def, name, source);
}

function leafFor(def: Shape, name: string, source: Source): unknown {
  const { random } = source;
  if (def.type === 'enum') return random.pick(Object.values(def.entries));
  if (def.type === 'boolean') return random.chance(0.5);
  if (def.type === 'number') return numberFor(name, source);
  if (def.type === 'string') return textFor(name, source);
  return random.pick([undefined, name, 1]);
}

function objectFor(
  shape: Readonly<Record<string, Schema>>,
  source: Source,
): Record<string, unknown> {
  const entries = Object.entries(shape).map(
    ([name, inner]) => [name, valueFor(inner, name, source)] as const,
  );
  const made = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  if ('repeatPassword' in made && source.random.chance(0.8)) made.repeatPassword = made.newPassword;
  return made;
}

function listFor(element: Schema, name: string, source: Source): unknown[] {
  const { random } = source;
  if (name === 'callFees' && random.chance(0.8))
    return feeRows(valueFor(element, name, source), random);
  return Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () =>
    valueFor(element, name, source),
  );
}

/** A timed row and a last one; rows at random hardly ever join. */
function feeRows(row: unknown, random: Random): unknown[] {
  const rows = [
    { startTime: 0, endTime: 5, additionalTime: 0, charges: random.int(10_000) / 100 },
    { startTime: -1, endTime: -1, additionalTime: 5, charges: random.int(10_000) / 100 },
  ];
  return rows.map((times) => ({ ...(row as object), ...times })); // a fee row is an object
}

function numberFor(name: string, { random, seen }: Source): unknown {
  const known = seen.find(name);
  if (name === 'version' && known.length > 0 && random.chance(0.7)) return random.pick(known);
  if (name === 'charges' || name === 'amount') return random.int(100_000) / 100;
  return random.pick([0, 1, 2, 5, 10, 60, 100_000, random.int(1_000)]);
}

/** What a field of this name usually holds, so that most requests get past the door. */
const texts: Readonly<Record<string, (source: Source) => string>> = {
  email: ({ random, own }) =>
    `person${random.int(5_000)}@${own.domain ?? `firm${random.int(30)}.co.za`}`,
  // Of a mail, and the end of a period.
  to: (source) => source.random.pick(['bookkeeper@lawfirm.co.za', dayFor(source)]),
  cell: ({ random }) => `082${String(random.int(10_000_000)).padStart(7, '0')}`,
  cellNumber: ({ random }) => `+27 82 ${String(random.int(10_000_000)).padStart(7, '0')}`,
  domains: ({ random }) => `firm${random.int(5_000)}.co.za`,
  logo: ({ random }) => random.pick(['', 'null', 'data:image/jpeg;base64,/9j/4AAQSkZJRg==']),
  date: dayFor,
  from: dayFor,
  otp: ({ random }) => String(10_000_000 + random.int(90_000_000)),
  token: ({ random }) => 'tokenOfNobody'.repeat(3) + String(random.int(100)),
  page: ({ random }) => String(1 + random.int(4)),
  itemsPerPage: ({ random }) => random.pick(['5', '10', '20', '100']),
  version: ({ random, seen }) => String(random.pick([1, 2, ...seen.find('version')])),
  fileStream: matterFile,
  mapping: () => JSON.stringify({ number: 'Ref', description: 'Name' }),
  fileName: ({ random }) => `matters-${random.int(100)}.csv`,
  search: ({ random }) => random.pick(['a', 'call', 'Matter', '%', 'Ü', '12']),
};

export function matterFile({ random }: Source): string {
  const rows = Array.from(
    { length: 1 + random.int(4) },
    () => `F${random.int(3_000)},Matter ${random.int(100)},Client ${random.int(9)}\n`,
  );
  return `Ref,Name,Client\n${rows.join('')}`;
}

/** Fields that hold an id. */
const idFields = /^(?:_?id|userId|firm|firmId|matter|disbursementTypes?|attorneys?|admin)$/;

function textFor(name: string, source: Source): unknown {
  const { random, seen } = source;
  if (idFields.test(name)) return idFor(name, source);
  const known = seen.find(name);
  if (known.length > 0 && random.chance(0.3)) return random.pick(known);
  if (/password/i.test(name))
    return random.pick([knownPassword, `quiet lanterns ${random.int(9)} harbour`, 'short']);
  return (
    texts[name]?.(source) ??
    random.pick(['Some words', `Words number ${random.int(1_000)}`, 'Ünï çødé 字'])
  );
}

function idFor(name: string, { random, seen, own }: Source): unknown {
  if (name === 'userId' && own.id !== undefined && random.chance(0.8)) return own.id;
  if (name.startsWith('firm') && own.firm !== undefined && random.chance(0.7)) return own.firm;
  const noun = name.replace(/^(attorney|disbursementType)s$/, '$1').replace('firmId', 'firm');
  const known = findIds(noun, { random, seen, own });
  return known.length > 0 && random.chance(0.85) ? random.pick(known) : newId();
}

/** Mostly those of the own firm, and among them the latest. */
export function findIds(noun: string, { random, seen, own }: Source): readonly unknown[] {
  const inFirm = seen.find(ofFirm(noun, own.firm));
  if (inFirm.length === 0 || random.chance(0.2)) return seen.find(noun);
  return random.chance(0.5) ? inFirm.slice(-3) : inFirm;
}

/** The password that every principal of a run has at first. */
export const knownPassword = 'lantern-harbour-quiet-7';

function dayFor({ random }: Source): string {
  return `2026-0${1 + random.int(9)}-${String(1 + random.int(28)).padStart(2, '0')}`;
}
