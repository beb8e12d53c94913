-- The figures for a monitor count the mails of the last day, and may not read all that were ever sent.
create index mails_by_time on mails (created_at, state);
