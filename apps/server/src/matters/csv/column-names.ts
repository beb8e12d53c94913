import type { DateOrder } from '../../platform/csv/dates.ts';
import type { MatterField } from './parser-types.ts';

export type Layout = { name: string; dateOrder?: DateOrder };

/**
 * Names of our columns in the systems of South African firms, as `headerKey` writes them, surest
 * first: of Actionstep's Matter Identifier and File Reference the first is the number.
 */
export const synonyms: Record<MatterField, readonly string[]> = {
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
export const clientCodes = words('clientcode clientnumber clientno clientid');
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

export function detectLayout(index: Map<string, number>): Layout | null {
  const match = layouts.find(({ headers }) => headers.every((key) => index.has(key)));
  if (!match) return null;
  return match.dateOrder ? { name: match.name, dateOrder: match.dateOrder } : { name: match.name };
}

/** "Matter No.", "MATTER_NO", "Matter #" and "Matter No (required)" are the same name. */
export function headerKey(header: string): string {
  const plain = header
    .replace(/\s*[([](?:required|optional|mandatory|compulsory|verpligtend)[)\]]/i, '')
    .replaceAll('#', 'no')
    .normalize('NFD');
  return plain.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function words(list: string): string[] {
  return list.split(/\s+/);
}
