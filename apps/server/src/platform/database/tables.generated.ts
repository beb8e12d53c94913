// Made from the migrations by `npm run db:types`; a test compares it with the database.
import type { Generated, GeneratedAlways } from 'kysely';

type Json = unknown;

type AccountVouchers = {
  firmId: string;
  id: string;
  accountId: string;
  voucherId: string;
  firstPage: Generated<number>;
  name: string;
  addedBy: string;
  addedAt: Date;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  withdrawnReason: string | null;
};

type ApiKeys = {
  firmId: string;
  id: string;
  userId: string;
  name: string;
  scopes: string[];
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
};

type AuditChain = {
  logId: number;
  firmId: string;
  seq: number;
  hash: Buffer;
};

type AuditHeads = {
  firmId: string;
  seq: number;
  hash: Buffer;
};

type AuditLog = {
  id: Generated<number>;
  at: Generated<Date>;
  firmId: string | null;
  actorId: string | null;
  action: string;
  subjectId: string | null;
  details: Generated<Json>;
  address: string | null;
  requestId: string | null;
  outcome: Generated<string>;
  actorKind: Generated<string>;
  agent: string | null;
  sessionId: string | null;
  subjectKind: string | null;
  label: string | null;
  rows: number | null;
};

type CallEvents = {
  firmId: string;
  id: string;
  sourceId: string;
  receivedAt: Date;
  sha256: Buffer;
  taken: number;
  repeated: number;
  ignored: Json;
};

type CallFeeBands = {
  scheduleId: string;
  position: number;
  startMinute: number;
  endMinute: number;
  additionalMinutes: number;
  chargeCents: number;
  firmId: string;
};

type CallFeeSchedules = {
  id: string;
  firmId: string;
  userId: string;
  disbursementTypeId: string;
  createdAt: Generated<Date>;
  createdBy: string | null;
  replacedAt: Date | null;
  validFrom: string;
  changeId: string | null;
  basedOn: string | null;
};

type CallImports = {
  firmId: string;
  id: string;
  number: number;
  sourceId: string;
  userId: string;
  fileName: string | null;
  sha256: Buffer;
  createdAt: Date;
  added: number;
  extended: number;
  repeated: number;
  unanswered: number;
  internal: number;
  private: number;
  undoneAt: Date | null;
  undoneBy: string | null;
  receivedSha256: Buffer | null;
};

type CallMerges = {
  firmId: string;
  id: string;
  fromDate: string;
  toDate: string;
  attorneyId: string | null;
  createdAt: Date;
  createdBy: string;
};

type CallPulls = {
  firmId: string;
  sourceId: string;
  tenant: string;
  clientId: string;
  sealedSecret: Buffer;
  through: Date | null;
  triedAt: Date | null;
  taken: Generated<number>;
  failure: string | null;
  failingSince: Date | null;
  failingTries: Generated<number>;
  nextAt: Date;
  unread: Generated<number>;
  unreadReason: string | null;
};

type CallRecords = {
  firmId: string;
  id: string;
  sourceId: string | null;
  callKey: string;
  importId: string | null;
  startedAt: Date;
  seconds: number;
  direction: string;
  ownParty: string;
  otherParty: string | null;
  accountCode: string | null;
  legs: Json;
  attorneyId: string | null;
  entryId: string | null;
  entryBefore: Json;
  isPrivate: Generated<boolean>;
  decidedAt: Date | null;
  decidedBy: string | null;
  mergeId: string | null;
  road: Generated<string>;
  eventSha256: Buffer | null;
  eventId: string | null;
  ownerId: string | null;
  ownImportId: string | null;
  seenBy: Generated<Json>;
};

type CallSources = {
  firmId: string;
  id: string;
  system: string;
  name: string;
  zone: Generated<string>;
  outsidePrefix: Generated<string>;
  mapping: Generated<Json>;
  headerHash: Buffer | null;
  createdAt: Date;
  sealedSecret: Buffer | null;
  secretMadeAt: Date | null;
  limitedCalls: Generated<number>;
  limitedAt: Date | null;
};

type DisbursementTypes = {
  id: string;
  firmId: string;
  title: string;
  fixed: boolean;
  calculated: boolean;
  active: Generated<boolean>;
  version: Generated<number>;
  createdAt: Generated<Date>;
  wantsNarration: Generated<boolean>;
  isFree: Generated<boolean>;
  vat: Generated<string>;
  needsVoucher: Generated<boolean>;
};

type Entries = {
  id: string;
  firmId: string;
  attorneyId: string;
  matterId: string;
  disbursementTypeId: string;
  date: string;
  minutes: number | null;
  quantity: number | null;
  amountCents: number;
  narration: string | null;
  scheduleId: string | null;
  exportId: string | null;
  version: Generated<number>;
  createdAt: Generated<Date>;
  createdBy: string;
  unitPriceId: string | null;
  startedAt: Date | null;
  vatTreatment: Generated<string>;
  vatBasisPoints: Generated<number>;
  vatIncluded: Generated<boolean>;
  vatCents: GeneratedAlways<number>;
  reverses: string | null;
  replaces: string | null;
  reversalReason: string | null;
  voucher: string | null;
  seconds: number | null;
  otherParty: string | null;
  happenedOn: string | null;
  correction: string | null;
  correctionReason: string | null;
  supplierAccountId: string | null;
  accountLine: number | null;
  accountPages: string | null;
};

type EntryCorrectionEntries = {
  firmId: string;
  correctionId: string;
  entryId: string;
  version: number;
  matterId: string;
  disbursementTypeId: string;
  scheduleId: string | null;
  unitPriceId: string | null;
  amountCents: number;
  vatTreatment: string;
  vatBasisPoints: number;
  vatIncluded: boolean;
};

type EntryCorrections = {
  firmId: string;
  id: string;
  reason: string;
  requestSha256: Buffer;
  entries: number;
  createdAt: Date;
  createdBy: string;
  undoneAt: Date | null;
  undoneBy: string | null;
};

type EntryDays = {
  firmId: string;
  date: string;
  attorneyId: string;
  disbursementTypeId: string;
  count: number;
  minutes: number;
  amountCents: number;
  netCents: Generated<number>;
  vatCents: Generated<number>;
};

type EntryVouchers = {
  firmId: string;
  id: string;
  entryId: string;
  voucherId: string;
  name: string;
  addedBy: string;
  addedAt: Date;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  withdrawnReason: string | null;
  pages: string | null;
  accountVoucherId: string | null;
};

type ExceptionAcceptances = {
  firmId: string;
  code: string;
  subjectId: string;
  period: string;
  id: string;
  fingerprint: string;
  reason: string;
  acceptedAt: Date;
  acceptedBy: string;
};

type ExportParts = {
  exportId: string;
  position: number;
  content: Buffer;
  firmId: string;
};

type Exports = {
  id: string;
  firmId: string;
  number: number;
  closing: boolean;
  userId: string;
  createdAt: Generated<Date>;
  fromDate: string | null;
  toDate: string | null;
  rowCount: number;
  sumCents: string;
  sha256: Buffer;
  reopenedAt: Date | null;
  reopenedBy: string | null;
  reopenReason: string | null;
  byteCount: number;
  partsOf: string | null;
  letterhead: Buffer;
  fetchedAt: Date | null;
  overrideReason: string | null;
  overridden: number | null;
  extraColumns: Generated<string[]>;
  netCents: string | null;
  vatCents: string | null;
  typeIds: Generated<Json>;
};

type Extensions = {
  firmId: string;
  value: string;
  attorneyId: string;
  validFrom: Generated<string>;
  validUntil: Generated<string>;
};

type FirmDomains = {
  firmId: string;
  position: number;
  domain: string;
};

type Firms = {
  id: string;
  name: string;
  logo: Buffer | null;
  csvDelimiter: string | null;
  adminId: string | null;
  version: Generated<number>;
  createdAt: Generated<Date>;
  logoSmall: Buffer | null;
  csvMailProfile: Generated<string>;
  remindersOn: Generated<boolean>;
  reminderWorkingDays: Generated<number>;
  reminderHour: Generated<number>;
  remindedOn: string | null;
  isVatVendor: Generated<boolean>;
  vatNumber: string | null;
  pricesIncludeVat: Generated<boolean>;
  officerName: string | null;
  officerEmail: string | null;
  officerPhone: string | null;
  factorPolicy: Generated<string>;
  factorFrom: string | null;
  taxationSettings: Json;
};

type HandOverRuns = {
  firmId: string;
  id: string;
  handOverId: string | null;
  name: string;
  dueAt: Date;
  startedAt: Date;
  upTo: string;
  state: string;
  message: string | null;
  exportId: string | null;
  type: string;
  layout: string | null;
  serverId: string | null;
  mailId: string | null;
  recipient: string;
  fileName: string | null;
  tries: Generated<number>;
  nextTryAt: Date | null;
  tryEndsAt: Date | null;
  giveUpAt: Date | null;
  sentAt: Date | null;
};

type HandOvers = {
  firmId: string;
  id: string;
  name: string;
  type: string;
  layout: string | null;
  serverId: string | null;
  email: string | null;
  dayKind: string;
  day: number | null;
  timeOfDay: string;
  isOn: boolean;
  savedBy: string;
  createdAt: Date;
  nextAt: Date;
};

type HiddenColumns = {
  firmId: string;
  userId: string;
  list: string;
  columns: string[];
};

type Holds = {
  reason: string;
  since: Generated<Date>;
  renewedAt: Date | null;
};

type Identities = {
  firmId: string;
  id: string;
  userId: string;
  issuer: string;
  subject: string;
  createdAt: Date;
  usedAt: Date | null;
};

type ImportChanges = {
  firmId: string;
  importId: string;
  matterId: string;
  before: Json;
};

type ImportMappings = {
  firmId: string;
  headerHash: Buffer;
  mapping: Json;
  updatedAt: Generated<Date>;
};

type ImportWords = {
  firmId: string;
  field: string;
  wordKey: string;
  word: string;
  status: string | null;
  attorneyId: string | null;
  updatedAt: Date;
};

type Imports = {
  id: string;
  firmId: string;
  number: number;
  userId: string;
  fileName: string | null;
  sha256: Buffer;
  createdAt: Generated<Date>;
  created: number;
  updated: number;
  unchanged: number;
  undoneAt: Date | null;
  undoneBy: string | null;
};

type InstallationRuns = {
  kind: string;
  createdAt: Date;
  doneFor: Date | null;
  succeededAt: Date | null;
  failedAt: Date | null;
  failingSince: Date | null;
  retryAt: Date | null;
  reason: string | null;
  tries: Generated<number>;
  facts: Json;
};

type KnownPlaces = {
  userId: string;
  place: Buffer;
  seenAt: Date;
};

type Letterheads = {
  firmId: string;
  sha256: Buffer;
  name: string;
  logo: Buffer | null;
  vatNumber: string | null;
};

type Limits = {
  key: string;
  count: number;
  expiresAt: Date;
  blockedUntil: Date | null;
};

type ListViews = {
  firmId: string;
  userId: string;
  id: string;
  list: string;
  name: string;
  query: string;
  createdAt: Date;
};

type LogonChallenges = {
  tokenHash: Buffer;
  userId: string;
  passwordHash: Buffer;
  passkeyChallenge: string | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  bySignOn: Generated<boolean>;
};

type Mails = {
  id: string;
  firmId: string | null;
  userId: string | null;
  exportId: string | null;
  attachment: string | null;
  toAddress: string;
  replyTo: string | null;
  subject: string;
  body: string;
  state: Generated<string>;
  attempts: Generated<number>;
  lastError: string | null;
  createdAt: Generated<Date>;
  sentAt: Date | null;
  draftId: string | null;
  bodyGenerated: Generated<boolean>;
  csvProfile: string | null;
  csvDelimiter: string | null;
  attachmentSha256: Buffer | null;
  sendUntil: Date | null;
  layout: string | null;
};

type MatterIntakeFiles = {
  firmId: string;
  name: string;
  bytes: number;
  modifiedAt: Date;
};

type MatterIntakeRuns = {
  firmId: string;
  id: string;
  startedAt: Date;
  state: string;
  message: string | null;
  files: Generated<Json>;
};

type MatterIntakes = {
  firmId: string;
  serverId: string;
  folder: string;
  pattern: string;
  days: string;
  timeOfDay: string;
  isOn: boolean;
  savedBy: string;
  nextAt: Date;
  tries: Generated<number>;
  problem: string | null;
  failingSince: Date | null;
  failingTries: Generated<number>;
};

type Matters = {
  id: string;
  firmId: string;
  number: string;
  description: string;
  client: string | null;
  attorneyId: string | null;
  status: string;
  opened: string | null;
  version: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  importId: string | null;
  capCents: number | null;
  phones: Generated<string[]>;
};

type MonthSignOffs = {
  firmId: string;
  month: string;
  attorneyId: string;
  completedAt: Date;
};

type OtpChallenges = {
  id: string;
  userId: string | null;
  codeHash: string;
  tries: Generated<number>;
  createdAt: Generated<Date>;
  expiresAt: Date;
  usedAt: Date | null;
  voidedAt: Date | null;
  accountKey: string;
  requester: Generated<string>;
};

type OtpTokens = {
  tokenHash: Buffer;
  challengeId: string;
};

type OwnCallImports = {
  firmId: string;
  id: string;
  attorneyId: string;
  number: number;
  road: string;
  sha256: Buffer;
  createdAt: Date;
  taken: number;
  repeated: number;
  others: number;
  doubtful: number;
  undoneAt: Date | null;
  undoneBy: string | null;
};

type PostingFiles = {
  firmId: string;
  exportId: string;
  layout: string;
  layoutName: string;
  rowCount: number;
  sumCents: string;
  vatCents: string | null;
  createdAt: Date;
  createdBy: string;
};

type PostingLayoutSettings = {
  firmId: string;
  layout: string;
  settings: Json;
  version: Generated<number>;
};

type PostingLayouts = {
  firmId: string;
  id: string;
  name: string;
  definition: Json;
  version: Generated<number>;
  createdAt: Date;
};

type PrivateNumbers = {
  firmId: string;
  id: string;
  attorneyId: string;
  number: string;
  createdAt: Date;
};

type RateChangeEntries = {
  firmId: string;
  changeId: string;
  entryId: string;
  scheduleId: string;
  amountCents: number;
  version: number;
};

type RateChanges = {
  firmId: string;
  id: string;
  validFrom: string;
  basisPoints: number;
  unitCents: number;
  mode: string;
  isRepriced: boolean;
  reason: string | null;
  requestSha256: Buffer;
  costBeforeCents: string;
  costAfterCents: string;
  unlocked: number;
  locked: number;
  cells: number;
  repriced: number;
  createdAt: Date;
  createdBy: string;
  undoneAt: Date | null;
  undoneBy: string | null;
};

type RecordingRights = {
  firmId: string;
  userId: string;
  attorneyId: string;
};

type RecoveryCodes = {
  userId: string;
  hash: Buffer;
  usedAt: Date | null;
};

type Reminders = {
  firmId: string;
  userId: string;
  day: string;
  mailId: string;
};

type RoadFailures = {
  kind: string;
  reason: string;
  since: Date;
  tries: number;
};

type SecondFactors = {
  id: string;
  userId: string;
  kind: string;
  name: string;
  createdAt: Date;
  confirmedAt: Date | null;
  lastUsedAt: Date | null;
  sessionId: string | null;
  challenge: string | null;
  sealedSecret: Buffer | null;
  lastStep: number | null;
  credentialId: string | null;
  publicKey: Buffer | null;
  counter: Generated<number>;
  transports: Generated<string[]>;
  rpId: string | null;
};

type ServerKeys = {
  isOnly: Generated<boolean>;
  key: Buffer;
};

type Sessions = {
  id: string;
  userId: string;
  tokenHash: Buffer;
  kind: string;
  createdAt: Generated<Date>;
  seenAt: Generated<Date>;
  authenticatedAt: Generated<Date>;
  expiresAt: Date;
  address: string | null;
  agent: string | null;
  hasFactor: Generated<boolean>;
  bySignOn: Generated<boolean>;
};

type SftpServers = {
  firmId: string;
  id: string;
  name: string;
  host: string;
  port: number;
  userName: string;
  secretKind: string;
  sealedSecret: Buffer;
  folder: string;
  hostKey: string | null;
  createdAt: Date;
};

type SignOnFlows = {
  firmId: string;
  id: string;
  stateHash: Buffer;
  browserHash: Buffer;
  purpose: string;
  userId: string | null;
  sessionId: string | null;
  invitationHash: Buffer | null;
  issuer: string;
  clientId: string;
  nonce: string;
  verifier: string;
  returnTo: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  result: Json;
};

type SignOnPeople = {
  firmId: string;
  userId: string;
  externalId: string | null;
  invitationHash: Buffer | null;
  passwordUntil: Date | null;
};

type SignOnTickets = {
  firmId: string;
  tokenHash: Buffer;
  identityId: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  browserHash: Buffer | null;
  clientId: string | null;
};

type SignOns = {
  firmId: string;
  issuer: string;
  clientId: string;
  sealedSecret: Buffer | null;
  domains: string[];
  linksByEmail: boolean;
  isRequired: boolean;
  passwordAdmin: string | null;
  factorBy: string;
  failingSince: Date | null;
  failure: string | null;
  failingTries: Generated<number>;
  callback: Generated<string>;
};

type SupplierAccounts = {
  firmId: string;
  id: string;
  supplierId: string;
  number: string;
  numberKey: string;
  date: string;
  totalCents: number;
  paidOn: string | null;
  credits: string | null;
  requestSha256: Buffer;
  createdAt: Date;
  createdBy: string;
};

type Suppliers = {
  firmId: string;
  id: string;
  name: string;
  vatNumber: string | null;
  code: string | null;
  isActive: Generated<boolean>;
  createdAt: Generated<Date>;
};

type TaxationPackPieces = {
  firmId: string;
  packId: string;
  place: number;
  content: Buffer;
};

type TaxationPacks = {
  firmId: string;
  id: string;
  matterId: string;
  fromDate: string | null;
  toDate: string | null;
  masksNumbers: boolean;
  state: Generated<string>;
  progress: Generated<number>;
  reason: string | null;
  items: number;
  pages: number;
  sumCents: number;
  sha256: Buffer | null;
  bytes: number | null;
  parts: Generated<Json>;
  createdAt: Date;
  createdBy: string;
  endedAt: Date | null;
  tries: Generated<number>;
  firmEndedAt: Date | null;
};

type UnitPrices = {
  firmId: string;
  id: string;
  disbursementTypeId: string;
  validFrom: string;
  cents: number | null;
  createdAt: Date;
  createdBy: string;
  replacedAt: Date | null;
};

type UserDisbursementTypes = {
  firmId: string;
  userId: string;
  disbursementTypeId: string;
  position: number;
};

type Users = {
  id: string;
  firmId: string | null;
  role: number;
  name: string;
  email: string;
  cell: string;
  status: number;
  passwordHash: string | null;
  passwordResetRequired: Generated<boolean>;
  version: Generated<number>;
  createdAt: Generated<Date>;
  invitedAt: Generated<Date>;
  dateForm: Generated<string>;
  endsOn: string | null;
};

type VatRates = {
  validFrom: string;
  basisPoints: number;
};

type VoucherPieces = {
  firmId: string;
  voucherId: string;
  place: number;
  content: Buffer;
};

type Vouchers = {
  firmId: string;
  id: string;
  kind: string;
  bytes: number;
  pages: number | null;
  sha256: Buffer;
  receivedSha256: Buffer;
  linkedAt: Date;
};

type WebhookDeliveries = {
  firmId: string;
  id: string;
  webhookId: string;
  event: string;
  payload: string;
  state: string;
  createdAt: Date;
  waitingSince: Date;
  tries: Generated<number>;
  triedAt: Date | null;
  nextTryAt: Date | null;
  status: number | null;
  error: string | null;
};

type Webhooks = {
  firmId: string;
  id: string;
  url: string;
  events: string[];
  lane: number;
  isActive: Generated<boolean>;
  offReason: string | null;
  offAt: Date | null;
  offMailedAt: Date | null;
  sealedSecret: Buffer;
  oldSealedSecret: Buffer | null;
  oldSecretUntil: Date | null;
  failingSince: Date | null;
  createdAt: Date;
};

type WriteProbes = {
  id: Generated<boolean>;
  at: Date;
};

export type Database = {
  accountVouchers: AccountVouchers;
  apiKeys: ApiKeys;
  auditChain: AuditChain;
  auditHeads: AuditHeads;
  auditLog: AuditLog;
  callEvents: CallEvents;
  callFeeBands: CallFeeBands;
  callFeeSchedules: CallFeeSchedules;
  callImports: CallImports;
  callMerges: CallMerges;
  callPulls: CallPulls;
  callRecords: CallRecords;
  callSources: CallSources;
  disbursementTypes: DisbursementTypes;
  entries: Entries;
  entryCorrectionEntries: EntryCorrectionEntries;
  entryCorrections: EntryCorrections;
  entryDays: EntryDays;
  entryVouchers: EntryVouchers;
  exceptionAcceptances: ExceptionAcceptances;
  exportParts: ExportParts;
  exports: Exports;
  extensions: Extensions;
  firmDomains: FirmDomains;
  firms: Firms;
  handOverRuns: HandOverRuns;
  handOvers: HandOvers;
  hiddenColumns: HiddenColumns;
  holds: Holds;
  identities: Identities;
  importChanges: ImportChanges;
  importMappings: ImportMappings;
  importWords: ImportWords;
  imports: Imports;
  installationRuns: InstallationRuns;
  knownPlaces: KnownPlaces;
  letterheads: Letterheads;
  limits: Limits;
  listViews: ListViews;
  logonChallenges: LogonChallenges;
  mails: Mails;
  matterIntakeFiles: MatterIntakeFiles;
  matterIntakeRuns: MatterIntakeRuns;
  matterIntakes: MatterIntakes;
  matters: Matters;
  monthSignOffs: MonthSignOffs;
  otpChallenges: OtpChallenges;
  otpTokens: OtpTokens;
  ownCallImports: OwnCallImports;
  postingFiles: PostingFiles;
  postingLayoutSettings: PostingLayoutSettings;
  postingLayouts: PostingLayouts;
  privateNumbers: PrivateNumbers;
  rateChangeEntries: RateChangeEntries;
  rateChanges: RateChanges;
  recordingRights: RecordingRights;
  recoveryCodes: RecoveryCodes;
  reminders: Reminders;
  roadFailures: RoadFailures;
  secondFactors: SecondFactors;
  serverKeys: ServerKeys;
  sessions: Sessions;
  sftpServers: SftpServers;
  signOnFlows: SignOnFlows;
  signOnPeople: SignOnPeople;
  signOnTickets: SignOnTickets;
  signOns: SignOns;
  supplierAccounts: SupplierAccounts;
  suppliers: Suppliers;
  taxationPackPieces: TaxationPackPieces;
  taxationPacks: TaxationPacks;
  unitPrices: UnitPrices;
  userDisbursementTypes: UserDisbursementTypes;
  users: Users;
  vatRates: VatRates;
  voucherPieces: VoucherPieces;
  vouchers: Vouchers;
  webhookDeliveries: WebhookDeliveries;
  webhooks: Webhooks;
  writeProbes: WriteProbes;
};
