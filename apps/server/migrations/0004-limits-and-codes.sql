-- A counter rolls from its first attempt, so a key has one row.
drop table limits;
create table limits (
  key text primary key,
  count integer not null,
  expires_at timestamptz not null,
  blocked_until timestamptz
);
create index limits_by_expiry on limits (expires_at);

-- A code asked for twice within a minute is sent once, and each answer carries a token that opens it.
delete from otp_challenges;
alter table otp_challenges drop column token_hash;
-- The hash of the e-mail, known or not: both are counted and voided alike.
alter table otp_challenges add column account_key text not null;
create index otp_challenges_by_account on otp_challenges (account_key, created_at);
drop index otp_challenges_by_user;
create index otp_challenges_by_user on otp_challenges (user_id);
create table otp_tokens (
  token_hash bytea primary key,
  challenge_id uuid not null references otp_challenges (id) on delete cascade
);
create index otp_tokens_by_challenge on otp_tokens (challenge_id);
