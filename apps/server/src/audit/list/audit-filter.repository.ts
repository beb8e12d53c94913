import { auditActions } from '@recoup/contract/audit/actions';
import type { AuditQuery } from '@recoup/contract/audit/endpoints';
import { folded } from '@recoup/contract/core/folded';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Scope } from '../../platform/core/actor.ts';
import { endOfSouthAfricanDay, hours } from '../../platform/core/clock.ts';
import { likePattern } from '../../platform/database/pagination-and-search.ts';

/** Days in South African time. */
export type AuditFilter = Omit<AuditQuery, 'firm' | 'page' | 'itemsPerPage'>;

/** A line before which a page begins: older than this one. */
export type AuditPlace = { at: Date; id: number };

/** `hidesWork`: the system admin sees people and settings of firms, and nothing of their work. */
export type AuditView = { scope: Scope; hidesWork: boolean };

/** Kinds of subject whose names and details the system admin sees; other kinds stay hidden. */
export const shownToAll: readonly string[] = ['user', 'firm'];

/** Found by the words of a search, beside the labels. */
export type SearchHits = { pattern: string; actions: string[]; actors: string[]; address: string };

type Filtered = { scope: Scope; filter: AuditFilter; place?: AuditPlace | undefined };

/** Conditions on `l` that all sources of a list share. */
export function auditConditions({ scope, filter, place }: Filtered): RawBuilder<SqlBool> {
  const { from, to, actor, action, subject, session, address } = filter;
  const conditions = [
    scope.firmId !== undefined && sql`l.firm_id = ${scope.firmId}`,
    from !== undefined &&
      sql`l.at >= ${new Date(endOfSouthAfricanDay(from).getTime() - hours(24))}`,
    to !== undefined && sql`l.at < ${endOfSouthAfricanDay(to)}`,
    actor !== undefined && sql`l.actor_id = ${actor}`,
    action !== undefined && sql`l.action = ${action}`,
    subject !== undefined && sql`l.subject_id = ${subject}`,
    session !== undefined && sql`l.session_id = ${session}`,
    address !== undefined && sql`l.address = ${address}`,
    place && sql`(l.at, l.id) < (${place.at}, ${place.id})`,
  ].filter((each) => each !== false && each !== undefined);
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Actions whose sentence has these words. */
export function actionsWith(search: string): string[] {
  const words = folded(search);
  return Object.entries(auditActions)
    .filter(([action, sentence]) => folded(`${action} ${sentence}`).includes(words))
    .map(([action]) => action);
}

export function searchPattern(search: string): string {
  return likePattern(search.trim());
}
