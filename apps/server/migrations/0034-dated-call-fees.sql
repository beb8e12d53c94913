-- Call fees have a day from which they are valid, and hold until the next ones. `replaced_at` now says
-- that other rows for the same day took their place. A schedule without bands: no call fees from that day.
drop index call_fee_schedules_current;
alter table call_fee_schedules add column valid_from date;

-- The first schedule of an attorney and type holds from the beginning (the first day that can be
-- recorded), a later one from the day in South Africa on which it was made.
update call_fee_schedules s set valid_from = case when d.place = 1 then date '2000-01-01' else d.day end
from (
  select id, (created_at at time zone 'Africa/Johannesburg')::date as day,
    row_number() over (partition by user_id, disbursement_type_id order by created_at, id) as place
  from call_fee_schedules
) d where d.id = s.id;

-- Fees that ended without others are no fees from the day of their end, unless others began on it.
insert into call_fee_schedules (id, firm_id, user_id, disbursement_type_id, created_at, valid_from)
select gen_random_uuid(), s.firm_id, s.user_id, s.disbursement_type_id, s.replaced_at,
  (s.replaced_at at time zone 'Africa/Johannesburg')::date
from call_fee_schedules s
where s.replaced_at is not null and not exists (
  select from call_fee_schedules n
  where n.user_id = s.user_id and n.disbursement_type_id = s.disbursement_type_id and n.id <> s.id
    and n.created_at >= s.replaced_at
    and n.valid_from <= (s.replaced_at at time zone 'Africa/Johannesburg')::date
);

-- Of several for one day the last one holds.
update call_fee_schedules s set replaced_at = case when d.is_last then null else coalesce(s.replaced_at, d.next_at) end
from (
  select id, lead(created_at) over made as next_at, lead(id) over made is null as is_last
  from call_fee_schedules
  window made as (partition by user_id, disbursement_type_id, valid_from order by created_at, id)
) d where d.id = s.id;

alter table call_fee_schedules alter column valid_from set not null;
create unique index call_fee_schedules_live on call_fee_schedules (firm_id, user_id, disbursement_type_id, valid_from)
  where replaced_at is null;
