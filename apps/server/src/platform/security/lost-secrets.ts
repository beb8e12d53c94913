import type { Db } from '../database/connections.ts';
import { listStoredSecrets, type StoredSecret } from './secrets.repository.ts';
import { createSealer } from './sealing.ts';

/** Emails of people whose apps a key does not open, and names of firms with such a secret. */
export type LostSecrets = { people: readonly string[]; firms: readonly string[] };

/** `db` reads all firms. */
export async function findLostSecrets(db: Db, secretKey: string | undefined): Promise<LostSecrets> {
  const lost = (await listStoredSecrets(db)).filter(
    ({ purpose, owner, id, sealedSecret }) =>
      createSealer(secretKey, purpose).open([owner, id], sealedSecret) === undefined,
  );
  const names = (isOfPerson: boolean): string[] => [
    ...new Set(lost.filter((each) => isPerson(each) === isOfPerson).map(({ name }) => name)),
  ];
  return { people: names(true), firms: names(false) };
}

function isPerson({ purpose }: StoredSecret): boolean {
  return purpose === 'second factors';
}

/** Lines for the operator of an installation that is held. */
export function lostSecretLines({ people, firms }: LostSecrets): string[] {
  return [
    ...(people.length === 0
      ? []
      : [
          'The secret key of this server cannot read the authenticator apps of ' +
            `${people.join(', ')}. ` +
            'They sign in with a recovery code only. Set RECOUP_SECRET_KEY to the key of before, ' +
            'or run npm run user -- reset-factor EMAIL for each of them: once the installation ' +
            'is not held any more, the server does not start without.',
        ]),
    ...(firms.length === 0
      ? []
      : [
          'The secret key of this server cannot read the secrets of webhooks, SFTP servers, ' +
            `telephone systems or single sign-on of ${firms.join(', ')}. With another key each ` +
            'firm enters them again (Integrations, Telephones, Settings).',
        ]),
  ];
}
