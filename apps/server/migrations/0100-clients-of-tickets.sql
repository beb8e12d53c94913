-- The provider's client with which the sign-in began: a ticket opens nothing once the firm has another one. Null in tickets of the release
-- before.
alter table sign_on_tickets add column client_id text check (length(client_id) between 1 and 200);
