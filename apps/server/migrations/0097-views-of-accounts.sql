-- without transaction
-- The list of suppliers' accounts has saved views and hidden columns too (docs/decisions/0054).
-- The release before: it writes 'entries' alone.
alter table list_views drop constraint if exists list_views_list_check,
  add constraint list_views_list_check check (list in ('entries', 'accounts')) not valid;
alter table list_views validate constraint list_views_list_check;
-- The release before: it writes 'entries' alone.
alter table hidden_columns drop constraint if exists hidden_columns_list_check,
  add constraint hidden_columns_list_check check (list in ('entries', 'accounts')) not valid;
alter table hidden_columns validate constraint hidden_columns_list_check;
