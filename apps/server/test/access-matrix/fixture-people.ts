import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../../src/platform/database/connections.ts';
import { type FirmFixture, type PersonName, personNames } from './firm-fixture.ts';

/** A user of each kind. */
export async function somePeople(
  db: Db,
  firm: { id: string; mark: string; domain: string },
  facts: { letter: 'a' | 'b'; passwordHash: string; serial: number },
): Promise<FirmFixture['people']> {
  const rows = personNames.map((name, index) => ({
    id: newId(),
    firmId: firm.id,
    role: roleOf(name),
    endsOn: name === 'auditor' ? '2030-12-31' : null,
    name: `${name} ${firm.mark}`,
    email: `${name}@${firm.domain}`,
    cell: `0${facts.letter === 'a' ? 6 : 7}${String(facts.serial * 10 + index).padStart(8, '0')}`,
    status: statuses[name] ?? userStatus.active,
    passwordHash: facts.passwordHash,
    passwordResetRequired: name === 'newcomer' || name === 'colleague',
  }));
  await db.insertInto('users').values(rows).execute();
  const people = rows.map(
    ({ id, role: of, email }, index) =>
      [personNames[index], { id, role: of, email, side: facts.letter }] as const,
  );
  return Object.fromEntries(people) as FirmFixture['people']; // one for each name
}

const admins = ['admin', 'former', 'blocked', 'inactive', 'newcomer', 'forgetful', 'owing'];

function roleOf(name: PersonName): number {
  if (name === 'auditor') return role.auditor;
  return admins.includes(name) ? role.attorneyAdmin : role.attorney;
}

const statuses: Partial<Record<PersonName, number>> = {
  blocked: userStatus.blocked,
  inactive: userStatus.inactive,
};
