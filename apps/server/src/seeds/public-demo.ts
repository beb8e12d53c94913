import { userStatus } from '@recoup/contract/core/access';
import type { Config } from '../startup/config.ts';
import type { Db } from '../platform/database/connections.ts';
import { verifyPassword } from '../platform/security/password-hashing.ts';
import { StartupError } from '../platform/core/startup-error.ts';
import { demoAttorneys, demoFirmAdmins, demoOffice } from './demo-people.ts';

/**
 * The demo's passwords are published. Returns the warning for RECOUP_DEMO=1.
 * Throws StartupError without that setting.
 */
export async function guardPublicDemo(
  db: Db,
  config: Pick<Config, 'isPublic' | 'allowsPublicDemo'>,
): Promise<string[]> {
  if (!config.isPublic) return [];
  const open = await openDemoAccounts(db);
  if (open.length === 0) return [];
  if (config.allowsPublicDemo)
    return [
      'WARNING: other machines can reach this server, ' +
        'and the passwords of the demo are published. Anyone can sign in.',
    ];
  throw new StartupError(
    'This database holds the demo, whose passwords are published, ' +
      'and HOST or RECOUP_PUBLIC_URL opens the server to other machines. ' +
      'Use another database, block the accounts (npm run user -- block EMAIL: ' +
      `${open.join(', ')}), or set RECOUP_DEMO=1 to serve the demo all the same.`,
  );
}

async function openDemoAccounts(db: Db): Promise<string[]> {
  const passwords = new Map<string, string>(
    [demoFirmAdmins, demoAttorneys, demoOffice]
      .flatMap((people) => Object.values(people))
      .map(({ email, password }) => [email, password]),
  );
  const users = await db
    .selectFrom('users')
    .where('email', 'in', [...passwords.keys()])
    .where('status', '=', userStatus.active)
    .select(['email', 'passwordHash'])
    .orderBy('email')
    .execute();
  const open: string[] = [];
  for (const { email, passwordHash } of users)
    if (await verifyPassword(passwords.get(email) ?? '', passwordHash)) open.push(email);
  return open;
}

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
