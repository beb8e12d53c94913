const ownExport = 'the export is one that this very request has made';
const race =
  'the session is looked up with the status of its user for each request; this one is for a block at the same moment';
const oneUse =
  'the session is gone once it was used; this one is for two requests at the same moment (password-reset.test.ts)';
const lock =
  'it locks a row and reads nothing: whoever else waits for it waits for nothing, which is seen by nobody';
const found = 'the same request has found or written it a moment before';
const ownKey =
  'the matters are asked for by the firm as well, and a foreign key keeps a change of one firm from naming the matter of another';
const sender =
  'a mail that carries an export always has somebody who sent it; only what the server writes itself has nobody';
const again =
  'the rows are refused once more where they are kept (call-fees.service), though for all of them instead of the one';
const written = 'the user is one that this very request has written';
const joined = 'the session was found together with its user for this very request';
const waited =
  'the rights of a request that waited for its turn are checked again; no request waits in the matrix';
const oneFirm =
  'a session has one user, whose firm is written once; the same question is put for whatever else changed while one waited';
const table =
  'the table of access keeps the system administrator, who alone has no firm, from every call that needs one';

/** Guards that another one makes good, so that no answer can tell: by file and code, and why. */
export const equivalentMutants: Readonly<Record<string, string>> = {
  "lines.repository where('firmId', '=', firm.firmId)": ownExport,
  'reset-password (await lockActiveUser(trx, userId)) === undefined': race,
  'reset-password !(await deleteSession(trx, by.actor.sessionId))': oneUse,
  "firms.repository where('id', '=', firm.firmId)": lock,
  'firms.service !before': found,
  'entries.service entry === undefined': found,
  'imports.repository firm_id = ${firm.firmId}': ownKey,
  "mail.repository where('userId', 'is not', null)": sender,
  'attorney-types !input.assigned.includes(disbursementTypeId)': again,
  'create-user !user': written,
  'users.service !user': joined,
  'register-endpoints !isStillAllowed': waited,
  'register-endpoints now?.scope.firmId !== actor?.scope.firmId': oneFirm,
  'actor actor.scope.firmId === undefined': table,
};
