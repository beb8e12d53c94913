-- What the columns of a firm's taxation packs are called, and the order of their parts; null where the firm changed nothing.
alter table firms add column taxation_settings jsonb;
