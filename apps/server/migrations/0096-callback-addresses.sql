-- The redirect address of a firm's provider, chosen when the firm saves the provider (docs/decisions/0091): the address of all firms
-- ('named' where each answer must name its provider), or one of the firm's own.
alter table sign_ons add column callback text not null default 'shared' check (callback in ('shared', 'named', 'own'));
update sign_ons set callback = 'own' where (select count(distinct split_part(issuer, '/', 3)) from sign_ons) > 1;

-- The providers of other firms whose answers come to the address of all firms without a name.
create function list_shared_issuers(own_firm uuid) returns setof text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  is_below constant boolean := row_security_active('public.sign_ons');
begin
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  return query select distinct s.issuer from public.sign_ons s where s.callback = 'shared' and s.firm_id <> own_firm;
  if is_below then perform set_config('recoup.firm', before, true); end if;
end $$;
revoke execute on function list_shared_issuers from public;

-- The browser that began the sign-in: a ticket in a link opens nothing in another one. Null in tickets of the release before.
alter table sign_on_tickets add column browser_hash bytea check (length(browser_hash) = 32);
