/** Subjects of the audit log's lines; `History` links name the subject's id. */
export const subjectKinds = [
  'user',
  'firm',
  'matter',
  'disbursement-type',
  'entry',
  'export',
  'mail',
  'import',
  'rate-change',
  'call-record',
  'list',
  'other',
] as const;

type SubjectKind = (typeof subjectKinds)[number];

const fees = {
  'user.call-fees-updated': 'Changed the types and call fees of [{on}|an attorney]',
  'rate-change.created': 'Changed many call fees[: {on}]',
  'rate-change.undone': 'Undid the change of many call fees[: {on}]',
  'disbursement-type.created': 'Added [the disbursement type {on}|a disbursement type]',
  'disbursement-type.updated':
    'Changed [{fields} of ][the disbursement type {on}|a disbursement type]',
} as const;

const entries = {
  'entry.recorded': 'Recorded an entry[: {on}]',
  'entry.corrected': 'Corrected [{fields} of ]an entry[: {on}]',
  'entry.deleted': 'Deleted an entry[: {on}]',
  'entry.reversed': 'Reversed an entry[: {on}]',
  'entry-correction.created': 'Corrected [{entries} |]entries together',
  'entry-correction.undone': 'Undid the correction of [{entries} |]entries',
  'voucher.added': 'Added a voucher to an entry[: {on}]',
  'voucher.removed': 'Removed a voucher from an entry[: {on}]',
  'voucher.withdrawn': 'Withdrew a voucher from an entry[: {on}]',
  'voucher.sent': 'Downloaded a voucher of an entry[: {on}]',
  'supplier.created': 'Added [the supplier {name}|a supplier]',
  'supplier.updated': 'Changed [{fields} of ][the supplier {supplier}|a supplier]',
  'supplier-account.recorded':
    'Recorded [the account {number} of {supplier}|an account][ with {rows} lines]',
  'supplier-account.updated': 'Changed [{fields} of ][the account {account}|an account]',
  'supplier-account.deleted': 'Deleted [the account {number} of {supplier}|an account]',
  'account-voucher.added': 'Added a voucher to [the account {account}|an account]',
  'account-voucher.removed': 'Removed a voucher from [the account {account}|an account]',
  'account-voucher.withdrawn': 'Withdrew a voucher from [the account {account}|an account]',
  'account-voucher.sent': 'Downloaded a voucher of [the account {account}|an account]',
  'exception.accepted': 'Accepted an exception of the month',
  'exception.reopened': 'Undid the acceptance of an exception',
  'month.completed': 'Marked [the month {month}|a month][ of {on}] as complete',
  'month.reopened': 'Reopened [the month {month}|a month][ of {on}]',
} as const;

const matters = {
  'matter.updated': 'Changed [{fields} of ][the matter {on}|a matter]',
  'matters.imported': 'Imported matters[ from {on}]',
  'import-word.saved': 'Explained [the word {word}|a word] of matter files[ as {meaning}]',
  'import-word.deleted': 'Forgot what [the word {word}|a word] of matter files means',
  'import.undone': 'Undid the import of matters[ from {on}]',
} as const;

const exports = {
  'export.closed': 'Closed [{on}|an export][ with {rows} lines]',
  'export.downloaded': 'Made [{on}|an export][ with {rows} lines], without closing',
  'export.reopened': 'Reopened [{on}|an export]',
  'export.sent': 'Downloaded the file of [{on}|an export][ with {rows} lines]',
  'mail.queued': 'Emailed [export {export}|an export][ to {on}]',
  'mail.sent': 'The email with [export {export}|an export][ to {on}] left',
  'hand-over.requested': 'Asked for a run of [the hand-over {handOver}|a hand-over]',
  'hand-over.closed':
    'Closed [export {export}|an export] by [the hand-over {handOver}|a hand-over]',
  'hand-over.export-sent':
    'Sent [the closed export {export}|a closed export] by [the hand-over {handOver}|a hand-over]',
  'hand-over.sent': 'Sent [{file}|a file][ to {to}] by [the hand-over {handOver}|a hand-over]',
  'hand-over.repeated': 'Sent the file of [the hand-over {handOver}|a hand-over] again',
  'list.exported': 'Downloaded [the list of {list}|a list][ with {rows} rows]',
  'statement.sent':
    'Downloaded [the statement of the matter {on}|the statement of a matter][ with {rows} lines]',
  'statements.sent': 'Downloaded the statements of [{matters} |]matters[ with {rows} lines]',
  'taxation-pack.created': 'Made a taxation pack[ of the matter {on}][ with {rows} items]',
  'taxation-pack.sent': 'Downloaded a taxation pack[ of the matter {on}][ with {rows} items]',
  'labels.sent': 'Downloaded the labels of [{rows} |]matters',
  'annexure.sent': 'Downloaded the fee annexure of [{on}|an attorney]',
  'annexures.sent': 'Downloaded the fee annexures of [{rows} |]attorneys',
  'incident-pack.sent': 'Made an incident pack[ with {rows} lines]',
} as const;

const calls = {
  'calls.imported': 'Imported calls[ from {on}]',
  'call-import.undone': 'Undid the import of calls[ from {on}]',
  'own-calls.imported': 'Took [{taken} |]calls of the own cell phone',
  'own-call-import.undone': 'Undid the taking of [{taken} |]calls of the own cell phone',
  'call-sources.replaced': 'Changed the telephone systems',
  'call-source.secret-made': 'Made a secret of [the telephone system {name}|a telephone system]',
  'extensions.replaced': 'Changed the extensions',
  'call-record.recorded': 'Recorded [the call of {on}|a call]',
  'call-record.merged': 'Merged [the call of {on}|a call] with an entry',
  'call-record.private': 'Marked [the call of {on}|a call] as private',
  'calls.accepted': 'Recorded [{calls} |]calls on the matters of their account codes',
  'call-merge.created': 'Merged [{calls} |]calls with their entries',
  'call-merge.undone': 'Undid the merge of [{calls} |]calls',
  'call-record.proposed': 'Undid what became of [the call of {on}|a call]',
  'call-record.loose': 'Undid what became of [the call of {on}|a call]',
  'private-number.deleted': 'Deleted a private number',
} as const;

const people = {
  'user.signed-in': 'Signed in',
  'user.sign-in-refused': 'Failed to sign in as [{on}|a person]',
  'user.sign-ins-unlisted': 'Stopped listing failed sign-ins[ after {rows} in 24 hours]',
  'user.signed-out': 'Signed out',
  'user.created': 'Added [{on}|a person]',
  'user.updated': 'Changed [{fields} of ][{on}|a person]',
  'user.blocked': 'Blocked [{on}|a person]',
  'user.unblocked': 'Unblocked [{on}|a person]',
  'installation.resumed': 'Ended the hold of a restored installation',
  'user.limits-reset': 'Reset the limits of [{on}|a person]',
  'user.first-sign-in-renewed': 'Renewed the first sign-in of [{on}|a person]',
  'user.records-for-updated': 'Changed for whom [{on}|a secretary] records',
  'user.cell-changed': 'Changed the cell number of [{on}|a person]',
  'user.password-changed': 'Changed the password of [{on}|a person]',
  'user.password-reset': 'Set a new password[ for {on}] with a code',
  'user.reauthentication-failed': 'Typed a wrong password for a protected change',
  'user.email-released':
    'Took the email from [{on}|a person], because its domain belongs to another firm',
  'user.email-taken-over': 'Took over [the email {email}|an email] from a closed account',
  'user.session-ended': 'Ended a session[ of {on}]',
  'user.other-sessions-ended': 'Ended the other sessions[ of {on}]',
  'user.sessions-ended': 'Signed [{on}|a person] out everywhere',
  'user.factor-added': 'Added a second factor[ of {on}]',
  'user.factor-removed': 'Removed a second factor[ of {on}]',
  'user.factor-refused': 'Gave a wrong code of [the second factor of {on}|a second factor]',
  'user.factors-reset': 'Removed all second factors of [{on}|a person]',
  'user.recovery-codes-renewed': 'Made new recovery codes[ for {on}]',
  'user.recovery-code-used': 'Signed in with a recovery code[ of {on}]',
  'user.identity-linked': 'Linked an account of a provider[ with {on}]',
  'user.identity-removed': 'Removed a linked account of a provider[ of {on}]',
  'user.confirmed-at-provider': 'Confirmed a session at the provider',
  'user.password-allowed': 'Let [{on}|a person] sign in with a password for a day',
  'request.refused': 'Tried a request without the right to it[: {request}]',
} as const;

const settings = {
  'firm.created': 'Added [the firm {on}|a firm]',
  'firm.updated': 'Changed [{fields} of ][the firm {on}|a firm]',
  'taxation-settings.saved': 'Changed the titles or the order of taxation packs',
  'vat-rate.created': 'Added a VAT rate[ from {validFrom}]',
  'posting-layout.created': 'Added [the posting layout {name}|a posting layout]',
  'posting-layout.updated': 'Changed a posting layout',
  'posting-layout.deleted': 'Deleted [the posting layout {name}|a posting layout]',
  'posting-settings.saved': 'Saved the settings of [the posting layout {layout}|a posting layout]',
  'matter-intake.saved': 'Changed [{fields} of ]the import of matters on schedule',
  'matter-intake.deleted': 'Ended the import of matters on schedule',
  'sftp-server.created': 'Added [the SFTP server {server}|an SFTP server]',
  'sftp-server.updated': 'Changed [{fields} of ][the SFTP server {server}|an SFTP server]',
  'sftp-server.deleted': 'Deleted [the SFTP server {server}|an SFTP server]',
  'sftp-server.host-key-confirmed':
    'Confirmed the host key of [the SFTP server {server}|an SFTP server]',
  'hand-over.created': 'Added [the hand-over {handOver}|a hand-over]',
  'hand-over.updated': 'Changed [{fields} of ][the hand-over {handOver}|a hand-over]',
  'hand-over.deleted': 'Deleted [the hand-over {handOver}|a hand-over]',
  'api-key.created': 'Made [the API key {name}|an API key]',
  'api-key.deleted': 'Deleted [the API key {name}|an API key]',
  'webhook.created': 'Added [the webhook to {host}|a webhook]',
  'webhook.updated': 'Changed [the webhook to {host}|a webhook]',
  'webhook.deleted': 'Deleted [the webhook to {host}|a webhook]',
  'webhook.tested': 'Sent a test to [the webhook to {host}|a webhook]',
  'webhook.switched-off': '[The webhook to {host}|A webhook] was switched off',
  'webhook-delivery.repeated': 'Sent [{event}|an event][ to {host}] again',
} as const;

const reads = { 'list.read': 'Read [{rows} |]rows of [{list}|a list][ (pages: {pages})]' } as const;

/**
 * The actions of the audit log by group, with the sentence of each. `{on}` is the subject's name at
 * that time, `{fields}` the changed fields, `{rows}` the number of rows; any other name is a field
 * of the details. Of `[this|that]`, `that` counts where a name of `this` has no value.
 */
export const auditGroups = {
  fees: { label: 'Fees', sentences: fees },
  entries: { label: 'Entries', sentences: entries },
  matters: { label: 'Matters', sentences: matters },
  exports: { label: 'Exports and hand-over', sentences: exports },
  calls: { label: 'Calls', sentences: calls },
  people: { label: 'People and sign-in', sentences: people },
  settings: { label: 'Settings and integrations', sentences: settings },
  reads: { label: 'Reads', sentences: reads },
} as const;

export type AuditGroup = keyof typeof auditGroups;
export const auditGroupNames = [
  'fees',
  'entries',
  'matters',
  'exports',
  'calls',
  'people',
  'settings',
  'reads',
] as const satisfies AuditGroup[];

/** Every action and its sentence. */
export const auditActions = {
  ...fees,
  ...entries,
  ...matters,
  ...exports,
  ...calls,
  ...people,
  ...settings,
  ...reads,
} as const;

/** A closed list: an action without a sentence does not compile. */
export type AuditAction = keyof typeof auditActions;

export function actionsInGroup(group: AuditGroup): string[] {
  return Object.keys(auditGroups[group].sentences);
}

const kindsByNoun: Readonly<Record<string, SubjectKind>> = {
  user: 'user',
  month: 'user',
  annexure: 'user',
  firm: 'firm',
  matter: 'matter',
  statement: 'matter',
  'taxation-pack': 'matter',
  'disbursement-type': 'disbursement-type',
  entry: 'entry',
  voucher: 'entry',
  export: 'export',
  mail: 'mail',
  matters: 'import',
  import: 'import',
  calls: 'import',
  'call-import': 'import',
  'own-calls': 'import',
  'own-call-import': 'import',
  'rate-change': 'rate-change',
  'call-record': 'call-record',
  list: 'list',
};

export function auditSubjectKind(action: AuditAction): SubjectKind {
  return kindsByNoun[action.split('.')[0] ?? ''] ?? 'other';
}
