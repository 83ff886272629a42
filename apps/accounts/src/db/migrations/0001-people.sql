-- A person's account. `id` is the `omni_id` of the wire.
create table accounts (
  id text primary key,
  -- Normalised: lower case, no white space.
  username text not null constraint account_name_taken unique,
  email text not null,
  -- The address as it is compared: lower case.
  email_key text not null,
  -- argon2id, in PHC form with its parameters. Null: the account can only reset its password.
  password_hash text,
  -- 100 open; 300 and 301 closed.
  state smallint not null default 100 constraint account_state_known check (state in (100, 300, 301)),
  is_staff boolean not null default false,
  -- What a staff member may do: read, support, billing, admin. Empty for everybody else.
  staff_rights text[] not null default '{}',
  -- The provider's customers, the oldest first.
  customer_ids text[] not null default '{}',
  created_at timestamptz not null
);
create unique index accounts_open_email on accounts (email_key) where state = 100;
create index accounts_email_key on accounts (email_key);
create index accounts_customer_ids on accounts using gin (customer_ids);

-- One row for each session: its live pair of tokens, as SHA-256.
create table sessions (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  access_hash bytea not null constraint session_access_unique unique,
  access_expires_at timestamptz not null,
  -- Null for a staff member's read-only view, which cannot be refreshed.
  refresh_hash bytea constraint session_refresh_unique unique,
  -- 7 days after the last refresh, and never after `ends_at`.
  refresh_expires_at timestamptz not null,
  -- 30 days after sign-in.
  ends_at timestamptz not null,
  -- When the person last proved that she knows the password.
  proved_at timestamptz not null,
  started_at timestamptz not null,
  refreshed_at timestamptz not null,
  user_agent text not null,
  ip text not null,
  -- The staff member who looks through this person's eyes; null for her own sessions.
  viewed_by text
);
create index sessions_account_id on sessions (account_id);
create index sessions_ends_at on sessions (ends_at);

-- Refresh tokens that were spent, so that a later use is known as theft.
create table spent_refresh_tokens (
  token_hash bytea primary key,
  session_id text not null references sessions on delete cascade,
  spent_at timestamptz not null,
  -- The successor is made from the spent token and this, so that a repeat within the grace gets the same pair
  -- although no token is stored. Erased when the grace is over.
  successor_seed bytea
);
create index spent_refresh_tokens_session_id on spent_refresh_tokens (session_id);
create index spent_refresh_tokens_seed on spent_refresh_tokens (spent_at) where successor_seed is not null;

-- Tries to sign in that no success has cleared: free up to a limit, then with a delay that doubles.
create table sign_in_guards (
  key text primary key,
  tries integer not null,
  last_try_at timestamptz not null,
  -- No password is looked at before.
  blocked_until timestamptz
);
create index sign_in_guards_last_try on sign_in_guards (last_try_at);

-- Every secret that travels by mail, each bound to a purpose, an account and an address.
create table mailed_secrets (
  id text primary key,
  purpose text not null constraint mailed_secret_purpose_known
    check (purpose in ('sign_up', 'password_reset', 'email_change', 'email_undo')),
  -- Null for a sign-up: there is no account yet.
  account_id text references accounts on delete cascade,
  -- Where the mail goes.
  address text not null,
  address_key text not null,
  -- The other address of a change: the one that an undo gives back.
  former_address text,
  requested_at timestamptz not null,
  -- SHA-256. Null until the mail is sent: the secret is made then, and no plain text waits here.
  secret_hash bytea constraint mailed_secret_unique unique,
  expires_at timestamptz not null,
  -- Wrong keys tried, for the purposes that a person types.
  tries integer not null default 0,
  used_at timestamptz,
  constraint mailed_secret_has_account check (account_id is not null or purpose = 'sign_up')
);
-- Newest only: one live secret for each purpose and account, or address where there is no account.
create unique index mailed_secrets_live_account on mailed_secrets (account_id, purpose)
  where used_at is null and account_id is not null and purpose <> 'email_undo';
create unique index mailed_secrets_live_address on mailed_secrets (address_key, purpose)
  where used_at is null and account_id is null;
create index mailed_secrets_address on mailed_secrets (address_key, purpose);
create index mailed_secrets_account on mailed_secrets (account_id);

-- Addresses that were proved, waiting for an account name and a password.
create table sign_ups (
  id text primary key,
  email text not null,
  email_key text not null,
  -- SHA-256 of the token that is good for completing this sign-up alone.
  token_hash bytea not null constraint sign_up_token_unique unique,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Authenticator apps (TOTP).
create table second_factors (
  account_id text primary key references accounts on delete cascade,
  -- Base32.
  secret text not null,
  -- Null while the person has not shown a first code.
  confirmed_at timestamptz,
  -- The last time step whose code was taken: each code works once.
  last_step bigint not null default 0
);

create table recovery_codes (
  account_id text not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
