-- Devices and networks where a user has proved to be the owner: strangers' failures and requests for codes do not count there. Hashes alone.
create table known_places (
  user_id uuid not null references users (id) on delete cascade,
  place bytea not null check (length(place) = 32),
  seen_at timestamptz not null,
  primary key (user_id, place)
);
alter table known_places enable row level security;
create policy own_firm on known_places using (exists (select from users u where u.id = user_id));

-- Where a code was requested: a request from elsewhere neither voids it nor counts against its tries.
update otp_challenges set voided_at = now() where voided_at is null;
alter table otp_challenges add column requester text not null default '';
