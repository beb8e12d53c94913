import { collectionNames } from './collections.ts';

export type Person = { id: string; role: number; email: string; side: string };
export type Thing = { id: string; side: string; attorney?: string };

/** The records of a firm, which are kinds of the access matrix too. */
export const thingNames = [
  ...collectionNames,
  'type',
  'unusedType',
  /** The type of the twin entry; the other firm has one of the same id. */
  'twinType',
  'matter',
  'colleagueMatter',
  /** Added by the last import. */
  'importedMatter',
  /** Added by the import before the last, and changed since. */
  'touchedMatter',
  'entry',
  'colleagueEntry',
  /** Of the colleague, recorded by the delegate. */
  'delegateEntry',
  /** The attorney's; the other firm has one of the same id. */
  'twinEntry',
  /** Of all four entries. */
  'voucher',
  'export',
  'mail',
  /** Of the matter. */
  'taxationPack',
  'import',
  'earlierImport',
  /** Of the attorney's fees, from 2027 on. */
  'rateChange',
  /** Of the attorney's entry. */
  'correction',
  /** Of the supplier. */
  'supplierAccount',
  /** Of the admin. */
  'listView',
  /** Of the attorney's entry, by the attorney. */
  'acceptance',
  'callSource',
  'callImport',
  /** By the attorney, of no call. */
  'callMerge',
  /** Import of the attorney's cell phone, without calls. */
  'ownCallImport',
  /** The attorney's. */
  'callRecord',
  /** Of an extension of no attorney. */
  'strayCall',
  /** Of the attorney. */
  'privateNumber',
  /** With settings, and the control total of its file of the export. */
  'layout',
  'sftpServer',
  'webhook',
  'webhookDelivery',
  /** By mail, in the admin's name. */
  'handOver',
  /** Of the export, whose file could not be sent. */
  'handOverRun',
  /** A passkey of the admin, who has two. */
  'factor',
  /** Of the admin. */
  'session',
  /** Of the admin. */
  'apiKey',
  /** Of the admin. */
  'identity',
  /** Of the admin, with its result. */
  'signOnTest',
] as const;
export type ThingName = (typeof thingNames)[number];

/** A firm with one of everything. `mark` is in each text of it, `secret` in each of its work. */
export type FirmFixture = Readonly<Record<ThingName, Thing>> & {
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
