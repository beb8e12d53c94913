const race =
  'each request looks up the session with the status of its user; this is for a simultaneous block';
const oneUse =
  'a used session is deleted; this is for two simultaneous requests (password-reset.test.ts)';
const lock =
  'it locks a row and reads nothing: another request waits in vain, which no answer shows';
const found = 'the same request has found or written it a moment before';
const sender =
  'a mail with an export always has a sender; only the mails of the server itself have none';
const again =
  'call-fees.service rejects the rows again before it stores them, all of them instead of the one';
const written = 'the user is one that this very request has written';
const joined = 'the session was found together with its user for this very request';
const oneFirm =
  'the firm of a user never changes; the check before this one finds all other changes';
const table =
  'the access rules keep the system administrator, who alone has no firm, from every such endpoint';
const oneView = 'the matrix has the views of one admin; list-views.test.ts has two of a firm';
const domainKept =
  'no user of the matrix has an e-mail of a lost domain (released-emails, first-sign-in.test.ts)';
const adminEmail = 'await requireFirmEmail(trx, firm.firmId, { email, role: role.attorneyAdmin })';

/** Guards whose absence no answer can show, by file and code, with the reason. */
export const equivalentMutants: Readonly<Record<string, string>> = {
  'reset-password (await lockActiveUser(trx, userId)) === undefined': race,
  'reset-password !(await deleteSession(trx, by.actor.sessionId))': oneUse,
  "firms.repository where('id', '=', firm.firmId)": lock,
  'firms.service !before': found,
  "list-views.repository where('userId', '=', of.userId)": oneView,
  "list-views.repository where('userId', '=', userId)": oneView,
  'entries.service entry === undefined': found,
  "mail.repository where('userId', 'is not', null)": sender,
  'attorney-types !input.assigned.includes(disbursementTypeId)': again,
  'register-firm-admin !user': written,
  [`register-firm-admin ${adminEmail}`]: domainKept,
  'users.service !user': joined,
  'first-sign-in !user': found,
  'register-endpoints now?.scope.firmId !== actor?.scope.firmId': oneFirm,
  'actor actor.scope.firmId === undefined': table,
};
