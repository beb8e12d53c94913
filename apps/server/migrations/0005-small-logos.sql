-- A list of firms shows each logo at the height of a line: a small copy keeps a page of them light.
alter table firms add column logo_small bytea;
