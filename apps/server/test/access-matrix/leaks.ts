import type { LightMyRequestResponse } from 'fastify';
import type { CaseContext, AccessCase } from './expectations.ts';
import type { FirmFixture } from './firm-fixture.ts';

/** The marks and ids of another firm or attorney in a reply to a user without the right to them. */
export function hiddenFrom(
  reply: LightMyRequestResponse,
  { accessCase, given, sent }: { accessCase: AccessCase; given: CaseContext; sent: string },
): string[] {
  const text = `${JSON.stringify(reply.headers)} ${reply.body}`;
  // A right code is answered with its user.
  if (accessCase.call === 'verifyOtp' && reply.statusCode === 200) return [];
  const hidden = [...secretsFor(given), ...(accessCase.hides?.(given) ?? [])];
  // What was sent may come back.
  return hidden
    .filter((secret) => text.includes(secret) && !sent.includes(secret))
    .map((secret) => `shows ${secret}`);
}

/** What of another firm stands in a text. */
export function leaksIn(text: string, input: CaseContext): string[] {
  return secretsFor(input)
    .filter((secret) => text.includes(secret))
    .map((secret) => `shows ${secret}`);
}

/** The marks that a user of this kind may never read. */
function secretsFor({ who, fixture, side }: CaseContext): string[] {
  const { a, b } = fixture;
  if (who.standing === 'signedOut' || who.standing === 'grant')
    return [a, b].flatMap(everythingOf).filter((text) => text !== who.person(fixture).id);
  if (who.standing === 'system') return [a, b].flatMap(workOf);
  const foreign = everythingOf(side === a ? b : a);
  return who.standing === 'attorney' || who.standing === 'delegate'
    ? [...foreign, side.colleagueMark, side.colleagueEntry.id]
    : foreign;
}

/** Every text of a firm has its mark, and all that could lead to it its id. */
function everythingOf(side: FirmFixture): string[] {
  const people = Object.values(side.people).map(({ id }) => id);
  const own = [side.type, side.unusedType, side.factor, side.session, side.apiKey].map(
    ({ id }) => id,
  );
  return [side.mark, side.id, ...own, ...people, ...workOf(side)];
}

function workOf(side: FirmFixture): string[] {
  const {
    matter,
    colleagueMatter,
    importedMatter,
    touchedMatter,
    entry,
    colleagueEntry,
    earlierImport,
    mail,
  } = side;
  const matters = [matter, colleagueMatter, importedMatter, touchedMatter];
  const things = [...matters, entry, colleagueEntry, side.export, mail, side.import, earlierImport];
  return [side.secret, `hush${side.mark}`, ...things.map(({ id }) => id)];
}

/** A list counts what it shows, and adds it up. */
export function looksOfList(body: unknown): string | undefined {
  if (
    typeof body !== 'object' ||
    body === null ||
    !('data' in body) ||
    !Array.isArray(body.data) ||
    !('count' in body)
  )
    return undefined;
  if (body.count !== body.data.length) return `counts ${String(body.count)} of ${body.data.length}`;
  if (!('amount' in body)) return undefined;
  const sum = body.data.reduce(
    (total: number, { amount }: { amount: number }) => total + amount * 100,
    0,
  );
  return Math.round(sum) === Math.round(Number(body.amount) * 100)
    ? undefined
    : `adds up to ${String(body.amount)}`;
}
