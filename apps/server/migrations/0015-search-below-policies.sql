-- Below a policy PostgreSQL asks an index nothing before it has asked the policy, unless the operator is known to tell nothing of what it
-- sees; `like` is not. So a search reads the same rows through a view, whose owner is below no policy and which holds the same condition:
-- the planner may then begin with the trigram index (docs/decisions/0025).
do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else %I = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  each record;
begin
  for each in select * from (values
    ('firms', 'id'), ('firm_domains', 'firm_id'), ('users', 'firm_id'), ('matters', 'firm_id'), ('entries', 'firm_id')
  ) as tables (name, firm) loop
    execute format('create view %I as select * from %I where ' || whose, each.name || '_to_search', each.name, each.firm);
  end loop;
end $$;
