-- What people allowed the vendor's apps. An app itself is an entry of the brand, known here by its id.
create table app_grants (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  app_id text not null,
  scopes text[] not null,
  -- What the device called itself; null where it said nothing.
  device_name text,
  created_at timestamptz not null,
  -- The last time that tokens were given out for it.
  last_used_at timestamptz not null,
  -- It ends then, however often it is used.
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index app_grants_live on app_grants (account_id, app_id, last_used_at) where ended_at is null;
create index app_grants_expiry on app_grants (expires_at);

-- What an app need not ask again.
create table app_consents (
  account_id text not null references accounts on delete cascade,
  app_id text not null,
  scopes text[] not null,
  allowed_at timestamptz not null,
  primary key (account_id, app_id)
);

-- Codes, access tokens and refresh tokens of apps, by their SHA-256.
create table app_tokens (
  hash bytea primary key,
  kind text not null constraint app_token_kind check (kind in ('AuthorizationCode', 'AccessToken', 'RefreshToken')),
  grant_id text not null references app_grants on delete cascade,
  -- What the provider needs to know of it; never its value.
  payload jsonb not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index app_tokens_grant on app_tokens (grant_id);
create index app_tokens_expiry on app_tokens (expires_at);

-- Devices that wait for somebody to type their code.
create table app_device_codes (
  hash bytea primary key,
  user_code_hash bytea not null constraint app_user_code_unique unique,
  app_id text not null,
  payload jsonb not null,
  device_name text,
  ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  interval_seconds int not null default 5,
  polled_at timestamptz,
  grant_id text references app_grants on delete cascade,
  denied_at timestamptz,
  consumed_at timestamptz
);
create index app_device_codes_expiry on app_device_codes (expires_at);

-- Requests of apps that wait for a person's answer, by the SHA-256 of their id.
create table app_requests (
  hash bytea primary key,
  payload jsonb not null,
  -- SHA-256 of the cookie of the browser that came with it: no other browser can answer.
  browser_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index app_requests_expiry on app_requests (expires_at);

-- What a browser is known by to the provider, by the SHA-256 of its cookie.
create table app_browsers (
  hash bytea primary key,
  payload jsonb not null,
  expires_at timestamptz not null
);
create index app_browsers_expiry on app_browsers (expires_at);

-- The portal's session in whose name a browser last answered an app.
create table app_browser_sessions (
  browser_hash bytea primary key,
  session_id text not null references sessions on delete cascade,
  answered_at timestamptz not null
);
create index app_browser_sessions_session on app_browser_sessions (session_id);

-- Keys that sign id tokens. The newest of an algorithm signs; older ones are published until `retired_at` is 30 days ago.
create table app_keys (
  id text primary key,
  algorithm text not null constraint app_key_algorithm check (algorithm in ('RS256', 'EdDSA')),
  -- The private key, encrypted with SECRETS_KEY.
  sealed text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- Links by which an app opens the portal.
create table app_portal_links (
  hash bytea primary key,
  grant_id text not null references app_grants on delete cascade,
  path text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index app_portal_links_expiry on app_portal_links (expires_at);

-- The grant whose app opened a session; such a session ends with it, proves nothing and carries no staff rights.
alter table sessions add column app_grant_id text references app_grants on delete cascade;
create index sessions_app_grant on sessions (app_grant_id) where app_grant_id is not null;
