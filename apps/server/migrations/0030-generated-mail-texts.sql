-- The server wrote the text of the mail, which holds the firm's name of that day. A mail that is sent
-- again with an empty text is compared by this, and no longer with a summary under today's name.
alter table mails add column body_generated boolean not null default false;
