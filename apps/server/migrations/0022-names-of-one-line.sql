-- Names are one line that can be seen: line feeds, control characters, marks of text direction and of no width made one name look like another.
-- What is there loses such marks; a name of which nothing is left gets one that can be read and changed.
select set_config('recoup.firm', 'all', true);

create function pg_temp.tidy(name text) returns text language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(name, '[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]', '', 'g'),
    '[\u0001-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'))
$$;

update firms set name = case when char_length(pg_temp.tidy(name)) >= 5 then pg_temp.tidy(name) else 'Firm ' || right(id::text, 12) end
where name <> pg_temp.tidy(name);
update users set name = case when char_length(pg_temp.tidy(name)) >= 1 then pg_temp.tidy(name) else split_part(email, '@', 1) end
where name <> pg_temp.tidy(name);
update disbursement_types t set title = case when pg_temp.tidy(title) <> '' and not exists (
    select from disbursement_types o where o.firm_id = t.firm_id and o.id <> t.id and lower(pg_temp.tidy(o.title)) = lower(pg_temp.tidy(t.title)))
  then pg_temp.tidy(title) else 'Type ' || right(id::text, 12) end
where title <> pg_temp.tidy(title);

alter table firms add constraint firms_name_is_one_line
  check (name !~ '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]' and btrim(name) <> '');
alter table users add constraint users_name_is_one_line
  check (name !~ '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]' and btrim(name) <> '');
alter table disbursement_types add constraint disbursement_types_title_is_one_line
  check (title !~ '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]' and btrim(title) <> '');
