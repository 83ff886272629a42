-- Keys that sign in without a password (WebAuthn): an authenticator made each for one account, and only its public half is here.
create table passkeys (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  -- Chosen by the authenticator.
  credential_id bytea not null constraint passkey_credential_unique unique,
  -- COSE.
  public_key bytea not null,
  -- How often the authenticator says it signed; 0 for ever where it does not count.
  sign_count bigint not null,
  -- How the browser reaches it: 'internal', 'usb', 'hybrid'.
  transports text[] not null,
  -- Given by the person.
  name text not null,
  -- Whether its maker keeps a copy that other devices get.
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkey_bounded check (length(credential_id) between 1 and 1023 and length(public_key) <= 4096 and length(name) between 1 and 64)
);
create index passkeys_account on passkeys (account_id);

-- What an authenticator has to sign. Deleted by its first use.
create table passkey_challenges (
  -- SHA-256 of it.
  challenge_hash bytea primary key,
  purpose text not null constraint passkey_challenge_purpose_known check (purpose in ('sign_in', 'add', 'proof')),
  -- The session that asked; signing in has none, and shows a token instead, of which the SHA-256 is here.
  session_id text references sessions on delete cascade,
  token_hash bytea,
  expires_at timestamptz not null,
  constraint passkey_challenge_held check ((purpose = 'sign_in') = (session_id is null) and (purpose = 'sign_in') = (token_hash is not null))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_session on passkey_challenges (session_id) where session_id is not null;

-- The passkey that opened the session: both end together.
alter table sessions add column passkey_id text references passkeys on delete cascade;
create index sessions_passkey on sessions (passkey_id) where passkey_id is not null;
