export type Person = { id: string; role: number; email: string; side: string };
export type Thing = { id: string; side: string; attorney?: string };

/** A firm with one of everything. `mark` is in each text of it, `secret` in each of its work. */
export type FirmFixture = {
  id: string;
  name: string;
  mark: string;
  secret: string;
  /** Stands in what the colleague of the attorney recorded, and nowhere else. */
  colleagueMark: string;
  /** Stands in the narration of the entry whose id the other firm has too, and nowhere else. */
  twinMark: string;
  domain: string;
  people: Readonly<Record<PersonName, Person>>;
  type: Thing;
  unusedType: Thing;
  /** The type of the twin entry; the other firm has one of the same id. */
  twinType: Thing;
  matter: Thing;
  colleagueMatter: Thing;
  /** Added by the last import. */
  importedMatter: Thing;
  /** Added by the import before the last, and changed since. */
  touchedMatter: Thing;
  entry: Thing;
  colleagueEntry: Thing;
  /** Of the colleague, recorded by the delegate. */
  delegateEntry: Thing;
  /** The attorney's; the other firm has one of the same id. */
  twinEntry: Thing;
  export: Thing;
  mail: Thing;
  import: Thing;
  earlierImport: Thing;
  /** Of the attorney's fees, from 2027 on. */
  rateChange: Thing;
  /** Of the attorney's entry. */
  correction: Thing;
  /** Of the admin. */
  listView: Thing;
  /** Of the attorney's entry, by the attorney. */
  acceptance: Thing;
  callSource: Thing;
  callImport: Thing;
  /** By the attorney, of no call. */
  callMerge: Thing;
  /** The attorney's. */
  callRecord: Thing;
  /** Of an extension of no attorney. */
  strayCall: Thing;
  /** Of the attorney. */
  privateNumber: Thing;
  /** With settings, and the control total of its file of the export. */
  layout: Thing;
  sftpServer: Thing;
  webhook: Thing;
  webhookDelivery: Thing;
  /** By mail, in the admin's name. */
  handOver: Thing;
  /** Of the export, whose file could not be sent. */
  handOverRun: Thing;
  /** A passkey of the admin, who has two. */
  factor: Thing;
  /** Of the admin. */
  session: Thing;
  /** Of the admin. */
  apiKey: Thing;
  scheduleId: string;
  /** Of the unused type. */
  unitPriceId: string;
  /** Made by the rate change. */
  raisedScheduleId: string;
  /** Of the lines of the export. */
  exportHash: Buffer;
};

export const personNames = [
  'admin',
  'former',
  'attorney',
  'colleague',
  'blocked',
  'inactive',
  'newcomer',
  'forgetful',
  'auditor',
  'delegate',
  'owing',
] as const;
export type PersonName = (typeof personNames)[number];

export type Fixture = { a: FirmFixture; b: FirmFixture; system: Person; absent: string };
