export type Person = { readonly id: string; readonly role: number; readonly email: string; readonly side: string };
export type Thing = { readonly id: string; readonly side: string; readonly attorney?: string };

/** One firm with one of everything; `mark` stands in every text of it, `secret` in every text of its work. */
export type Side = {
  readonly id: string;
  readonly name: string;
  readonly mark: string;
  readonly secret: string;
  /** Stands in what the colleague of the attorney recorded, and nowhere else. */
  readonly colleagueMark: string;
  /** Stands in the narration of the entry whose id the other firm has too, and nowhere else. */
  readonly twinMark: string;
  readonly domain: string;
  readonly people: Readonly<Record<PersonName, Person>>;
  readonly type: Thing;
  readonly unusedType: Thing;
  readonly matter: Thing;
  readonly colleagueMatter: Thing;
  /** Added by the last import. */
  readonly importedMatter: Thing;
  /** Added by the import before the last, and changed since. */
  readonly touchedMatter: Thing;
  readonly entry: Thing;
  readonly colleagueEntry: Thing;
  /** The attorney's; the other firm has one of the same id. */
  readonly twinEntry: Thing;
  readonly export: Thing;
  readonly mail: Thing;
  readonly import: Thing;
  readonly earlierImport: Thing;
  readonly scheduleId: string;
  /** Of the lines of the export. */
  readonly exportHash: Buffer;
};

export const personNames = ['admin', 'former', 'attorney', 'colleague', 'blocked', 'inactive', 'newcomer', 'forgetful'] as const;
export type PersonName = (typeof personNames)[number];

export type World = { readonly a: Side; readonly b: Side; readonly system: Person; readonly absent: string };
