import type { Principal } from './principals.ts';
import type { Person, FirmFixture, Fixture, ThingName } from './firm-fixture.ts';

/** What a request can point at. */
export type Kind = 'none' | 'user' | 'firm' | ThingName;

/** The user's relation to the record. The system administrator's are never foreign. */
export type Relation =
  | 'self'
  | 'own'
  | 'ownAttorney'
  | 'ownAdmin'
  | 'ownAuditor'
  /** An attorney for whom the asker records. */
  | 'recordedFor'
  /** An entry of another attorney of the firm. */
  | 'colleagues'
  | 'foreign'
  | 'higher'
  | 'absent'
  | 'malformed'
  | 'plain';

export type Target = { name: string; id: string; relation: Relation; side?: FirmFixture };

/** Everything of a kind, and how the asker stands to each. */
export function targetsOf(kind: Kind, fixture: Fixture, who: Principal): Target[] {
  const malformed = { name: 'malformed', id: 'not-an-id', relation: 'malformed' } as const;
  if (kind === 'none') return [{ name: 'as it is', id: '', relation: 'plain' }, malformed];
  // The missing one first: the foreign ones are compared with it.
  return [
    { name: 'absent', id: fixture.absent, relation: 'absent' },
    ...present(kind, fixture, who),
    malformed,
  ];
}

function present(kind: Exclude<Kind, 'none'>, fixture: Fixture, who: Principal): Target[] {
  if (kind === 'user') return peopleFor(fixture, who);
  return [fixture.a, fixture.b].flatMap((side) => thingsOf(kind, side, who, fixture));
}

function thingsOf(
  kind: Exclude<Kind, 'none' | 'user'>,
  side: FirmFixture,
  who: Principal,
  fixture: Fixture,
): Target[] {
  const isOwn = who.standing === 'system' || who.side(fixture) === side;
  const firm = side === fixture.a ? 'A' : 'B';
  const relation = isOwn ? 'own' : 'foreign';
  if (kind === 'firm') return [{ name: `firm ${firm}`, id: side.id, relation, side }];
  if (kind !== 'entry') return [{ name: `${kind} of ${firm}`, id: side[kind].id, relation, side }];
  // An id that both firms have stands for the own entry.
  const names = isOwn
    ? (['entry', 'colleagueEntry', 'delegateEntry', 'twinEntry'] as const)
    : (['entry', 'colleagueEntry', 'delegateEntry'] as const);
  return names.map((name) => {
    const { id, attorney } = side[name];
    const isDelegates = name === 'delegateEntry' && who.standing === 'delegate';
    const isOfFirm = who.standing === 'admin' || who.standing === 'auditor';
    const isMine = attorney === who.person(fixture).id || isOfFirm || isDelegates;
    const ofFirm = isMine ? 'own' : 'colleagues';
    return { name: `${name} of ${firm}`, id, relation: isOwn ? ofFirm : 'foreign', side };
  });
}

function peopleFor(fixture: Fixture, who: Principal): Target[] {
  const { a, b, system } = fixture;
  const me = who.person(fixture);
  const target = (name: string, person: Person): Target => {
    const side = { a, b }[person.side];
    return {
      name,
      id: person.id,
      relation:
        who.standing === 'delegate' && person.id === a.people.colleague.id
          ? 'recordedFor'
          : relationTo(person, { me, isEverywhere: who.standing === 'system', system }),
      ...(side && { side }),
    };
  };
  return [
    target('oneself', me),
    target('admin of A', a.people.admin),
    target('former admin of A', a.people.former),
    target('attorney of A', a.people.attorney),
    target('colleague of A', a.people.colleague),
    target('auditor of A', a.people.auditor),
    target('admin of B', b.people.admin),
    target('attorney of B', b.people.attorney),
    target('system admin', system),
  ];
}

function relationTo(
  person: Person,
  { me, isEverywhere, system }: { me: Person; isEverywhere: boolean; system: Person },
): Relation {
  if (person.id === me.id) return 'self';
  if (person.id === system.id) return 'higher';
  if (!isEverywhere && person.side !== me.side) return 'foreign';
  if (person.role === 2) return 'ownAuditor';
  return person.role === 1 ? 'ownAdmin' : 'ownAttorney';
}
