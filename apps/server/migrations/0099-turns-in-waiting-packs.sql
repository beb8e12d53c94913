-- without transaction
-- When the last pack of the firm ended, in its waiting packs: an index has the order of their turns (docs/decisions/0090).
alter table taxation_packs add column if not exists firm_ended_at timestamptz;
update taxation_packs p set firm_ended_at = (select max(o.ended_at) from taxation_packs o where o.firm_id = p.firm_id)
  where p.state = 'making';

set lock_timeout = 0;
drop index concurrently if exists taxation_packs_by_turn;
create index concurrently taxation_packs_by_turn on taxation_packs (tries, firm_ended_at nulls first, created_at, id)
  where state = 'making';
reset lock_timeout;
