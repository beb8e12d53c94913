import type { Db } from '../platform/database/connections.ts';
import { demoAttorneys, demoFirmAdmins, demoOffice } from './demo-people.ts';

const people = [
  ['Firm admin', demoFirmAdmins.lerato],
  ['Firm admin', demoFirmAdmins.chantal],
  ['Attorney', demoAttorneys.thabo],
  ['Firm admin', demoFirmAdmins.anneke],
  ['Attorney', demoAttorneys.devan],
  ['Secretary', demoOffice.precious],
  ['Auditor', demoOffice.gillian],
] as const;

/** The sign-ins of the demo, as `npm start` prints them; those of an earlier demo are fewer. */
export async function signInLines(db: Db): Promise<string[]> {
  const emails = people.map(([, { email }]) => email);
  const users = await db.selectFrom('users').where('email', 'in', emails).select('email').execute();
  const known = new Set(users.map(({ email }) => email));
  const lines = people
    .filter(([, { email }]) => known.has(email))
    .map(
      ([title, { email, password }]) => `  ${title.padEnd(10)}  ${email.padEnd(29)}  ${password}`,
    );
  return lines.length === 0 ? [] : ['Demo sign-ins:', ...lines];
}
