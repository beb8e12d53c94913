import { sql } from 'kysely';

/** The narration without the text that the list of entries has for a reversal. */
const ownNarration = sql`case when entries.reverses is null then entries.narration
  else regexp_replace(entries.narration, '^Reversal of \\d{4}-\\d\\d-\\d\\d(: )?', '') end`;

const begun = sql`(entries.correction || '. ' || entries.correction_reason
  || case when entries.correction_reason ~ '[.!?]$' then '' else '.' end
  || coalesce(' ' || nullif(${ownNarration}, ''), ''))`;

/**
 * The narration of `entries` in files and statements. That of a reversal and its replacement begins
 * with what was corrected, and why (docs/decisions/0080). It is no longer than a narration may be,
 * for programs that take no more: what was recorded ends earlier then.
 */
export const narrationInFiles = sql<string | null>`case
  when entries.correction is null then entries.narration
  when length(${begun}) <= 1000 then ${begun}
  else left(${begun}, 997) || '...' end`;
