-- Two calls of Teams may have one Call ID: a row of the report is a call of its own, with its usage
-- id as its key. Calls that nobody decided are parted; of a decided one the entry stays what it is.
insert into call_records (firm_id, id, source_id, call_key, import_id, started_at, seconds,
    direction, own_party, other_party, account_code, legs)
  select r.firm_id, gen_random_uuid(), r.source_id, leg.key, (part->>'import')::uuid,
    (part->>'at')::timestamptz, (part->>'seconds')::integer, part->>'direction', part->>'own',
    part->>'other', part->>'code', jsonb_build_object(leg.key, part)
  from call_records r join call_sources s on s.firm_id = r.firm_id and s.id = r.source_id
  cross join lateral jsonb_each(r.legs) as leg (key, part)
  where s.system = 'teams' and r.entry_id is null and not r.is_private
    and leg.key <> (select first.key from jsonb_each(r.legs) as first (key, part)
      order by first.part->>'at', first.key limit 1);

with first as (
  select distinct on (r.firm_id, r.id) r.firm_id, r.id, leg.key, leg.part,
    r.entry_id is null and not r.is_private as is_open
  from call_records r join call_sources s on s.firm_id = r.firm_id and s.id = r.source_id
  cross join lateral jsonb_each(r.legs) as leg (key, part)
  where s.system = 'teams'
  order by r.firm_id, r.id, leg.part->>'at', leg.key)
update call_records r set call_key = f.key,
    legs = case when is_open then jsonb_build_object(f.key, part) else r.legs end,
    started_at = case when is_open then (part->>'at')::timestamptz else r.started_at end,
    seconds = case when is_open then (part->>'seconds')::integer else r.seconds end,
    direction = case when is_open then part->>'direction' else r.direction end,
    own_party = case when is_open then part->>'own' else r.own_party end,
    other_party = case when is_open then part->>'other' else r.other_party end,
    account_code = case when is_open then part->>'code' else r.account_code end
  from first f where f.firm_id = r.firm_id and f.id = r.id;
