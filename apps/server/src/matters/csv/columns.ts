import { matterFields } from '@recoup/contract/matters/endpoints';
import { type Rejection, reject } from '../../platform/csv/problems.ts';
import type { MatterField } from './parser-types.ts';
import type { DateOrder } from '../../platform/csv/dates.ts';

/** Header by field. A client of several columns is written `company | first + last`. */
export type ColumnMapping = Partial<Record<MatterField, string>>;

/** Indexes. `client`: the first alternative that is not empty, its columns joined by spaces. */
export type ColumnIndexes = {
  number: number;
  description: number;
  client: number[][];
  attorney: number | undefined;
  status: number | undefined;
  opened: number | undefined;
  phones: number | undefined;
};

export type MappedColumns = {
  ok: true;
  columns: ColumnIndexes;
  mapping: ColumnMapping;
  layout: Layout | null;
};
/** `mapping`: the columns that were recognized. */
export type RejectedColumns = Rejection & { mapping?: ColumnMapping };
type Alternatives = number[][];

/**
 * The column of each field. `requested` overrides detection; '' or null leaves the column out.
 * Rejects unknown headers, and a file without a matter number or a description.
 */
export function mapColumns(
  headers: readonly string[],
  requested: { [field in MatterField]?: string | null | undefined } = {},
): MappedColumns | RejectedColumns {
  const found = new Map<MatterField, Alternatives>();
  for (const field of matterFields) {
    const header = requested[field];
    if (header === undefined) continue;
    const alternatives =
      header === null || header.trim() === '' ? [] : parseMapped(headers, header, field);
    if (!alternatives)
      return reject(
        `The file has no column "${header}" for the ${labels[field]}. ${listHeaders(headers)}`,
      );
    found.set(field, alternatives);
  }
  const index = new Map(headers.map((header, at) => [headerKey(header), at] as const).toReversed());
  const taken = new Set([...found.values()].flat(2));
  for (const field of matterFields) {
    if (found.has(field)) continue;
    const alternatives = detectField(field, index, taken);
    for (const at of alternatives.flat()) taken.add(at);
    found.set(field, alternatives);
  }
  return toMappedColumns(headers, found, detectLayout(index));
}

function listHeaders(headers: readonly string[]): string {
  const shown = headers
    .filter((header) => header !== '')
    .map((header) => (header.length > 40 ? `${header.slice(0, 40)}...` : header));
  const more = shown.length > 20 ? ` and ${shown.length - 20} more` : '';
  return `Its columns are: ${shown.slice(0, 20).join(', ')}${more}.`;
}

const labels: Record<MatterField, string> = {
  number: 'matter number',
  description: 'description',
  client: 'client',
  attorney: 'attorney',
  status: 'status',
  opened: 'opening date',
  phones: 'telephone numbers',
};

function toMappedColumns(
  headers: readonly string[],
  found: Map<MatterField, Alternatives>,
  layout: Layout | null,
): MappedColumns | RejectedColumns {
  const single = (field: MatterField) => found.get(field)?.[0]?.[0];
  const mapping = writeMapping(headers, found);
  const number = single('number');
  const description = single('description');
  if (number === undefined || description === undefined) {
    const missing = (['number', 'description'] as const)
      .filter((field) => single(field) === undefined)
      .map((field) => labels[field]);
    const cure = 'Name the columns in the first line, or say which column holds what.';
    return {
      ...reject(
        `The file has no column for the ${missing.join(' and the ')}. ` +
          `${listHeaders(headers)} ${cure}`,
      ),
      mapping,
    };
  }
  const optional = {
    attorney: single('attorney'),
    status: single('status'),
    opened: single('opened'),
    phones: single('phones'),
  };
  return {
    ok: true,
    columns: { number, description, client: found.get('client') ?? [], ...optional },
    mapping,
    layout,
  };
}

function writeMapping(headers: readonly string[], found: Map<MatterField, Alternatives>) {
  const mapping: ColumnMapping = {};
  for (const [field, alternatives] of found) {
    if (alternatives.length > 0)
      mapping[field] = alternatives
        .map((columns) => columns.map((at) => headers[at]).join(' + '))
        .join(' | ');
  }
  return mapping;
}

/** A header of the file; for the client also several, as `ColumnMapping` writes them. */
function parseMapped(headers: readonly string[], requested: string, field: MatterField) {
  const find = (header: string) =>
    headers.findIndex((name) => name.toLowerCase() === header.trim().toLowerCase());
  const whole = find(requested);
  if (whole >= 0) return [[whole]];
  if (field !== 'client') return undefined;
  const alternatives = requested.split(' | ').map((columns) => columns.split(' + ').map(find));
  return alternatives.flat().includes(-1) ? undefined : alternatives;
}

function detectField(field: MatterField, index: Map<string, number>, taken: Set<number>) {
  const free = (key: string) => {
    const at = index.get(key);
    return at === undefined || taken.has(at) ? [] : [at];
  };
  const first = (keys: readonly string[]) => keys.flatMap(free).slice(0, 1);
  const [named] = first(synonyms[field]);
  if (named !== undefined) return [[named]];
  if (field !== 'client') return [];
  // Clio keeps a person and a company apart; a code is better than nothing (Matters.Cloud).
  const parts = [
    free('clientcompanyname'),
    [...free('clientfirstname'), ...free('clientlastname')],
  ].filter((columns) => columns.length > 0);
  return parts.length > 0 ? parts : [first(clientCodes)].filter((columns) => columns.length > 0);
}

type Layout = { name: string; dateOrder?: DateOrder };

/**
 * Names of our columns in the systems of South African firms, as `headerKey` writes them, surest
 * first: of Actionstep's Matter Identifier and File Reference the first is the number.
 */
const synonyms: Record<MatterField, readonly string[]> = {
  number: words(
    `matternumber matterno matternr matteridentifier mattercode matterid matterref matterreference
    customnumber displaynumber fileref filereference filenumber fileno ourref ourreference
    saaknommer leerverwysing number reference ref matter file code`,
  ),
  description: words(
    `description matterdescription descriptionen mattername mattertitle descriptionar filename
    casename beskrywing title subject matter name`,
  ),
  client: words('client clientname nameofclient clientfullname klient customer customername'),
  attorney: words(
    `attorney attorneyemail attorneyname responsibleattorney responsiblelawyer
    responsiblesolicitor feeearner feeearnername feeearnercode assignedto prokureur lawyer
    solicitor practitioner handler responsible owner`,
  ),
  status: words('status matterstatus filestatus state'),
  opened: words(
    `opened dateopened opendate openeddate openingdate datecreated createddate created
    dateinstructed instructiondate startdate datumoopgemaak date`,
  ),
  phones: words(
    `phones phonenumbers phonenumber phone telephone telephonenumber telephoneno tel telno
    contactnumber contactnumbers contactno clientphone clientphonenumber clienttelephone
    clientcell cell cellphone cellnumber cellno mobile mobilenumber mobilephone telefoon selfoon`,
  ),
};
const clientCodes = words('clientcode clientnumber clientno clientid');
const clientParts = words('clientfirstname clientlastname clientcompanyname');

/** Headers that identify a system. Only Clio has a date order of its own: MM/DD/YYYY. */
const layouts: readonly (Layout & { headers: readonly string[] })[] = [
  { name: 'Recoup', headers: words('matternumber description client attorney status opened') },
  {
    name: 'Clio',
    headers: words('customnumber description opendate clientlastname clientcompanyname'),
    dateOrder: 'MDY',
  },
  { name: 'Clio report', headers: words('matter client description responsiblesolicitor') },
  { name: 'Casengine', headers: words('matterno descriptionen responsiblelawyer') },
  { name: 'Actionstep', headers: words('matteridentifier mattername assignedto') },
  { name: 'Matters.Cloud', headers: words('clientcode mattercode name opendate') },
  { name: 'CaseClock', headers: words('clientid clientname matterid mattername') },
  { name: 'Excel', headers: words('fileref clientname mattername feeearner') },
];
const knownKeys = new Set([...Object.values(synonyms).flat(), ...clientCodes, ...clientParts]);

/** The right delimiter is the one with the most known headers. */
export function countKnownHeaders(headers: readonly string[]): number {
  return headers.filter((header) => knownKeys.has(headerKey(header))).length;
}

function detectLayout(index: Map<string, number>): Layout | null {
  const match = layouts.find(({ headers }) => headers.every((key) => index.has(key)));
  if (!match) return null;
  return match.dateOrder ? { name: match.name, dateOrder: match.dateOrder } : { name: match.name };
}

/** "Matter No.", "MATTER_NO", "Matter #" and "Matter No (required)" are the same name. */
function headerKey(header: string): string {
  const plain = header
    .replace(/[([](?:required|optional|mandatory|compulsory|verpligtend)[)\]]/i, '')
    .replaceAll('#', 'no')
    .normalize('NFD');
  return plain.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function words(list: string): string[] {
  return list.split(/\s+/);
}
