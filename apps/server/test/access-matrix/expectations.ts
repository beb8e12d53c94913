import { allEndpoints } from '@recoup/contract/endpoints';
import type { Kind, Relation, Target } from './objects.ts';
import type { Principal } from './principals.ts';
import type { Person, FirmFixture, Fixture } from './firm-fixture.ts';
import type { KeyScope } from '@recoup/contract/core/access';

/** What a key of each scope may call besides what the scope `read` may: docs/decisions/0073. */
const callsByScope: Record<Exclude<KeyScope, 'read'>, readonly string[]> = {
  capture: [
    'createEntry',
    'updateEntry',
    'deleteEntry',
    'reverseEntry',
    'createEntryCorrection',
    'undoEntryCorrection',
    'addEntryVoucher',
    'removeEntryVoucher',
    'withdrawEntryVoucher',
    'createSupplier',
    'updateSupplier',
    'createSupplierAccount',
    'updateSupplierAccount',
    'deleteSupplierAccount',
    'addAccountVoucher',
    'removeAccountVoucher',
    'withdrawAccountVoucher',
    'decideCallRecord',
    'acceptCallRecords',
    'createCallMerge',
    'undoCallMerge',
  ],
  import: [
    'upload',
    'createImport',
    'previewImport',
    'listRefusedRows',
    'undoImport',
    'listImports',
    'listImportWords',
    'saveImportWord',
    'createCallImport',
    'undoCallImport',
    'listCallImports',
    'listCallSources',
    'listCallEvents',
    'getCallSourceTemplate',
    'listExtensions',
  ],
  export: [
    'createExport',
    'listExports',
    'getExport',
    'getExportFile',
    'download',
    'getExportSettings',
    'listPostingLayouts',
    'getPostingSettings',
  ],
  // The calls of SCIM are outside of the contract.
  provision: [],
};

/** The own account, and what connects other systems, are for people. */
const notForKeys = [
  'account',
  'sessions',
  'identities',
  'second-factors',
  'api-keys',
  'webhooks',
  'hand-overs',
];

/** Whether a key may make the call: with the scope `read` what an auditor reads of the firm. */
function mayKeyCall(
  call: string,
  { scopes, isRead }: { scopes: readonly KeyScope[]; isRead: boolean },
): boolean {
  return scopes.some((scope) =>
    scope === 'read' ? isRead && !isForPeople(call) : callsByScope[scope].includes(call),
  );
}

function isForPeople(call: string): boolean {
  const [noun = ''] = allEndpoints[call]?.may.split(':') ?? [];
  return notForKeys.includes(noun);
}

/** The possible replies. `same` is a good reply to a request that changes nothing. */
export const answers = {
  ok: { status: [200, 201, 202], code: undefined },
  same: { status: [200, 201, 202], code: undefined },
  bad: { status: [400], code: 'invalid_input' },
  out: { status: [401], code: 'unauthenticated' },
  wrong: { status: [401], code: 'wrong_credentials' },
  factor: { status: [401], code: 'second_factor_required' },
  ended: { status: [401], code: 'challenge_ended' },
  no: { status: [403], code: 'forbidden' },
  restricted: { status: [403], code: 'password_change_required' },
  owing: { status: [403], code: 'second_factor_enrolment_required' },
  gone: { status: [404], code: 'not_found' },
  taken: { status: [409], code: 'conflict' },
  stale: { status: [409], code: 'changed_meanwhile' },
  refused: { status: [422], code: 'rows_refused' },
} as const;
export type Expectation = keyof typeof answers;

/** The reply by the user's relation to the record. A malformed id is `bad` unless named. */
export type Rule = 'no' | (Partial<Record<Relation, Expectation>> & { rest: Expectation });

export type CaseContext = {
  fixture: Fixture;
  who: Principal;
  me: Person;
  side: FirmFixture;
  id: string;
};
export type CaseRequest = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** A call with an id in one place, and its reply to each user (specification, sections 2, 6). */
export type AccessCase = {
  call: string;
  /** Where the id stands. */
  at: string;
  of: Kind;
  attorney: Rule;
  /** An attorney who also records for a colleague; by default as the attorney. */
  delegate?: Rule;
  admin: Rule;
  /** By default what the admin reads, but for `notForAuditors`, and no change. */
  auditor?: Rule;
  system: Rule;
  /** The reply to a user who must change the password first; by default `restricted`. */
  restricted?: Rule;
  /** The reply to a user who must add a second factor first; by default `owing`. */
  owing?: Rule;
  /** The reply to the holder of a reset grant; by default `out`. */
  grant?: Rule;
  /** The call needs no sign-in. */
  anyone?: (who: Principal) => Rule;
  /** By default the id in the path or in the query, as `at` says. */
  ask?: (input: CaseContext) => CaseRequest;
  /** The answer repeats what was sent, so that two of them differ. */
  echoes?: boolean;
  /** A GET that writes, or the reverse. */
  writes?: boolean;
  /** What must not stand in the answer to this call beside what must not stand in any. */
  hides?: (value: CaseContext) => readonly string[];
  /** What else holds of a good answer. */
  shows?: (body: unknown, fields: CaseContext) => string | undefined;
};

/** What the table says of a cell. */
export function expectationFor(accessCase: AccessCase, who: Principal, target: Target) {
  const { anyone, grant, restricted, owing } = accessCase;
  if (anyone) return byRule(anyone(who), target);
  if (who.standing === 'signedOut') return 'out';
  if (who.key && !isForKey(accessCase, who.key)) return 'no';
  if (who.standing === 'grant') return grant === undefined ? 'out' : byRule(grant, target);
  if (who.standing === 'restricted')
    return restricted === undefined ? 'restricted' : byRule(restricted, target);
  if (who.standing === 'owing') return owing === undefined ? 'owing' : byRule(owing, target);
  if (who.standing === 'auditor') return byRule(auditorRule(accessCase), target);
  if (who.standing === 'delegate')
    return byRule(accessCase.delegate ?? accessCase.attorney, target);
  return byRule(accessCase[who.standing], target);
}

/** What only the admin reads, and what belongs to a change. */
const notForAuditors = [
  'previewMail',
  'listRefusedRows',
  'listListViews',
  'listPrivateNumbers',
  'listOwnCallImports',
];

function auditorRule({ call, auditor, admin }: AccessCase): Rule {
  if (auditor !== undefined) return auditor;
  const isRead = readsOnly(call) && !notForAuditors.includes(call);
  return isRead ? admin : 'no';
}

/** A taxation pack is made of what its maker may read. */
function readsOnly(call: string): boolean {
  return allEndpoints[call]?.method === 'GET' || call === 'createTaxationPack';
}

/** By its scopes; to read is what auditors do. */
function isForKey(accessCase: AccessCase, { scopes }: NonNullable<Principal['key']>): boolean {
  const { call } = accessCase;
  const isRead = readsOnly(call) && auditorRule(accessCase) !== 'no';
  return mayKeyCall(call, { scopes, isRead });
}

function byRule(rule: Rule, { relation }: Target): Expectation {
  if (rule === 'no') return 'no';
  return rule[relation] ?? (relation === 'malformed' ? 'bad' : rule.rest);
}

export const everyone: Rule = { rest: 'ok' };
export const anything: Rule = { rest: 'ok', absent: 'gone' };
export const ownOnly: Rule = { own: 'ok', rest: 'gone' };
export const selfOnly: Rule = { self: 'ok', rest: 'gone' };
export const ownFirm: Rule = {
  self: 'ok',
  ownAttorney: 'ok',
  ownAdmin: 'ok',
  ownAuditor: 'ok',
  rest: 'gone',
};
export const ownAttorneys: Rule = { ownAttorney: 'ok', rest: 'gone' };

type Place = Pick<AccessCase, 'call' | 'at' | 'of'>;
type Rules = Omit<AccessCase, keyof Place>;

/** A call with the id of a record in one place. */
export function idIn(call: string, at: string, of: Kind): Place;
export function idIn(...of: [string, string, Kind, Rules, AccessCase['ask']?]): AccessCase;
export function idIn(call: string, at: string, of: Kind, rules?: Rules, ask?: AccessCase['ask']) {
  return { call, at, of, ...rules, ...(ask && { ask }) };
}
export function withoutId(call: string): Place;
export function withoutId(...of: [string, Rules, AccessCase['ask']?]): AccessCase;
export function withoutId(call: string, ...more: [Rules?, AccessCase['ask']?]) {
  const [rules, ask] = more;
  return rules ? idIn(call, 'none', 'none', rules, ask) : idIn(call, 'none', 'none');
}
export const admins = (admin: Rule) => ({ attorney: 'no', admin, system: 'no' }) as const;
export const systemAdmins = (system: Rule) => ({ attorney: 'no', admin: 'no', system }) as const;
export const both = (rule: Rule) => ({ attorney: rule, admin: rule, system: 'no' }) as const;
export const all = (rule: Rule) => ({ attorney: rule, admin: rule, system: rule }) as const;
