-- When a pack was ready or failed: the next turn is that of the firm whose last one ended longest ago (docs/decisions/0090). Earlier packs have none.
alter table taxation_packs add column ended_at timestamptz;

-- How often the making began: a pack that never ends comes behind the others, and fails after some tries.
alter table taxation_packs add column tries smallint not null default 0;
