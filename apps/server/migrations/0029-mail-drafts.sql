-- The client's id of a mail that it composed: the same mail again, when its answer was lost, is sent once.
alter table mails add column draft_id uuid;
create unique index mails_of_draft on mails (firm_id, draft_id) where draft_id is not null;
