-- An e-mail's domain decides the firm. Where a domain has moved, an inactive or blocked account of its earlier firm may still have an e-mail
-- at it. Nobody signs in with that, and it would keep the person of the new firm out for ever. The account gives the e-mail up when
-- `new_firm`, which has the domain, asks for it. Both firms find the reason in their audit log; the earlier one is not told who asked.
create function release_email(address text, new_firm uuid, actor uuid, origin text, request text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  is_below constant boolean := row_security_active('public.users');
  holder record;
  released text;
begin
  if before is distinct from 'all' and before is distinct from new_firm::text then
    raise exception 'an e-mail is released for the own firm alone' using errcode = '42501';
  end if;
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  select u.id, u.firm_id into holder from public.users u
    where u.email = address and u.firm_id <> new_firm and u.status <> 2
      and exists (select from public.firm_domains d where d.domain = split_part(address, '@', 2) and d.firm_id = new_firm)
    for update;
  if found then
    -- No firm can have this domain (RFC 2606), so nobody signs in with it: the account comes back with another e-mail alone.
    released := holder.id || '@released.invalid';
    update public.users u set email = released, version = u.version + 1 where u.id = holder.id;
    delete from public.sessions s where s.user_id = holder.id;
    delete from public.known_places k where k.user_id = holder.id;
    update public.otp_challenges c set voided_at = at where c.user_id = holder.id and c.voided_at is null;
    insert into public.audit_log (at, firm_id, actor_id, action, subject_id, details, address, request_id) values
      (at, holder.firm_id, null, 'user.email-released', holder.id,
        jsonb_build_object('email', jsonb_build_array(address, released)), 'another firm', request),
      (at, new_firm, actor, 'user.email-taken-over', null, jsonb_build_object('email', address), origin, request);
  end if;
  if is_below then perform set_config('recoup.firm', before, true); end if;
end $$;
revoke execute on function release_email from public;
