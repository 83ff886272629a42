-- Browsers from which an account was signed in to: one row for each browser and account.
create table browsers (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  -- SHA-256 of the cookie. Null where the browser has none, or is not to be known by it any more.
  secret_hash bytea constraint browser_secret_unique unique,
  first_seen_at timestamptz not null,
  -- The last sign-in.
  last_seen_at timestamptz not null,
  user_agent text not null,
  ip text not null,
  -- Networks of its sign-ins, the last one first: an IPv4 address, or the /64 of an IPv6 address.
  networks text[] not null constraint browser_networks_bounded check (cardinality(networks) between 1 and 10),
  -- Until then its owner signs in without a code, as long as the account's credential has that version.
  trusted_until timestamptz,
  trusted_version bigint,
  constraint browser_trust_whole check ((trusted_until is null) = (trusted_version is null)),
  constraint browser_trust_needs_cookie check (trusted_until is null or secret_hash is not null)
);
create index browsers_account on browsers (account_id, last_seen_at);
create index browsers_last_seen on browsers (last_seen_at);

-- From which browser a session was opened; null for sessions of before, and once the browser is forgotten.
alter table sessions add column browser_id text references browsers on delete set null;
create index sessions_browser on sessions (browser_id) where browser_id is not null;

-- The session that asked for a change of address: it alone goes on when the change is confirmed.
alter table mailed_secrets add column session_id text;
