-- The lines of a person within a firm, from the index alone: each line of the table costs a page of its own (docs/decisions/0066).
drop index if exists audit_log_by_actor;
create index audit_log_by_actor on audit_log (actor_id, firm_id, at, id) include (action);
