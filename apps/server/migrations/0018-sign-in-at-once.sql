-- What a sign-in does after the password was found right, in one round trip instead of five. A statement of such a function sees what was
-- committed while the one before it waited for a lock, which the parts of one statement would not.

-- Beside the latest sign-ins of the user, so that there are `most` of them.
create function insert_session(new_id uuid, holder uuid, new_kind text, hash bytea, at timestamptz, until timestamptz, most integer) returns void
language sql volatile as $$
  with opened as (
    insert into sessions (id, user_id, token_hash, kind, created_at, seen_at, authenticated_at, expires_at)
    values (new_id, holder, hash, new_kind, at, at, at, until))
  delete from sessions where id in (
    select s.id from sessions s where s.user_id = holder and s.kind <> 'reset'
    order by s.created_at desc, s.id desc
    -- The new one is not seen by its own statement, and a grant is no sign-in.
    offset case new_kind when 'reset' then most else most - 1 end)
$$;

-- False when the person was blocked or has another password since the one that was given was compared.
create function open_session(
  new_id uuid, holder uuid, compared text, new_kind text, hash bytea, at timestamptz, until timestamptz, most integer, counted text) returns boolean
language plpgsql volatile as $$
declare
  is_unchanged boolean;
begin
  perform from users where id = holder and status = 2 and password_hash is not distinct from compared for no key update;
  is_unchanged := found;
  if is_unchanged then perform insert_session(new_id, holder, new_kind, hash, at, until, most); end if;
  -- What was right does not count against the network. Last, because all who sign in from one network write the same row.
  update limits set count = count - 1 where key = counted and count > 0;
  return is_unchanged;
end $$;
