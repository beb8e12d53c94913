-- A firm that never chose a delimiter has none, so that the page can ask; the CSV for people then has a semicolon, as in South Africa.
select set_config('recoup.firm', 'all', true);
alter table firms alter column csv_delimiter drop not null, alter column csv_delimiter drop default;
update firms set csv_delimiter = null where csv_delimiter = ','
  and not exists (select from audit_log a where a.subject_id = firms.id and a.details ? 'csvDelimiter');
-- The CSV that is mailed; the one for systems unless the firm says otherwise.
alter table firms add column csv_mail_profile text not null default 'systems' check (csv_mail_profile in ('systems', 'people'));
