-- Sessions are opened by statements of one transaction (account/sign-in/open-session.ts).
drop function open_session(uuid, uuid, text, text, bytea, timestamptz, timestamptz, integer, text, text, text, boolean);
drop function insert_session(uuid, uuid, text, bytea, timestamptz, timestamptz, integer, text, text, boolean);
