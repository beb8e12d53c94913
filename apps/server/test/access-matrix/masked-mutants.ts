const outer = 'the same query asks for the firm of the entry itself; what this one finds too much is not in it';
const inner = 'the rows are those that the query within has found, which asks for the firm';
const ownExport = 'the export is one that this very request has made';
const race = 'the session is looked up with the status of its user for each request; this one is for a block at the same moment';
const oneUse = 'the session is gone once it was used; this one is for two requests at the same moment (recovery.test.ts)';

/** Guards that another one makes good, so that no answer can tell: by file and code, and why. */
export const masked: Readonly<Record<string, string>> = {
  "entries.repository where('matters.firmId', '=', firm.firmId)": outer,
  "entries.repository where('e.firmId', '=', firm.firmId)": outer,
  "entries.repository where('entries.firmId', '=', firm.firmId)": inner,
  "export-lines.repository where('firmId', '=', firm.firmId)": ownExport,
  'account.service (await lockActiveUser(trx, userId)) === undefined': race,
  'account.service !(await deleteSession(trx, by.actor.sessionId))': oneUse,
};
