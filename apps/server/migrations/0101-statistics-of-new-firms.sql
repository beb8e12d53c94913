-- PostgreSQL expects one row of a firm that its statistics do not know, and then compares each call
-- with every entry. By default it reads a table again once a tenth of it has changed: among millions
-- of entries of other firms, never in a new firm's first months.
do $$
declare firm_table regclass;
begin
  for firm_table in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'firm_id'
  loop
    execute format('alter table %s set (autovacuum_analyze_scale_factor = 0,
      autovacuum_analyze_threshold = 500)', firm_table);
  end loop;
end $$;
