import type { Db } from '../database/connections.ts';

/** A road of the whole installation that has no queue, such as SMS. */
type Road = 'sms' | 'backup' | 'rehearsal';

/** `failure` is a sentence for an operator; undefined for a success, which ends the failure. */
export async function recordRoadOutcome(
  db: Db,
  { kind, failure, now }: { kind: Road; failure: string | undefined; now: Date },
): Promise<void> {
  if (failure === undefined) {
    await db.deleteFrom('roadFailures').where('kind', '=', kind).execute();
    return;
  }
  await db
    .insertInto('roadFailures')
    .values({ kind, reason: failure, since: now, tries: 1 })
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet((eb) => ({
        reason: failure,
        tries: eb('roadFailures.tries', '+', 1),
      })),
    )
    .execute();
}
