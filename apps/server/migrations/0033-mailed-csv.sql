-- A mailed CSV is made by the firm's settings at the moment of acceptance, also when it is sent later
-- or again; the hash tells which bytes went out. Null: no CSV, or a mail from before this migration.
alter table mails add column csv_profile text check (csv_profile in ('systems', 'people'));
alter table mails add column csv_delimiter text check (csv_delimiter in (',', ';'));
alter table mails add column attachment_sha256 bytea check (length(attachment_sha256) = 32);
