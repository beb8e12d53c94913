-- Two admins that edit the settings of a layout do not overwrite each other's.
alter table posting_layout_settings add column version integer not null default 1 check (version >= 1);
