-- without transaction
-- The checks of 0086 and 0087 for all calls, which stops nobody.
alter table call_records validate constraint call_records_road;
alter table call_records validate constraint call_records_import;
alter table call_records validate constraint call_records_event;
