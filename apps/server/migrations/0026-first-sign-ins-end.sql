-- When the initial password or the invitation of a user was last made: 14 days later it opens nothing any more, unless the user has chosen an
-- own password. Those who are waiting for their first sign-in have 14 days from this migration: they were told of no end.
alter table users add column invited_at timestamptz not null default now();
