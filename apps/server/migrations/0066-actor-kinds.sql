-- without transaction
-- Reads all lines, beside readers and writers (0065).
alter table audit_log validate constraint audit_log_actor_kind_check;
