import type { Db } from '../src/platform/database/connections.ts';

export type RegistrationReply = {
  data: { _id: string; name: string; firm: { _id: string } };
  fields?: Record<string, string>;
};

export const adminOf = (firm: { id: string; domain: string }, more: object = {}) => ({
  role: 1,
  firm: firm.id,
  email: `lerato.nkosi@${firm.domain}`,
  cell: '+27 82 555-0101',
  status: 2,
  ...more,
});

export const mailsTo = async (db: Db, address: string) =>
  db.selectFrom('mails').where('toAddress', '=', address).selectAll().execute();
