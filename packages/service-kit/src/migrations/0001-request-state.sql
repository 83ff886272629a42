-- Answers of requests that carried an Idempotency-Key, so that a repeat answers as the first did and acts once.
create table idempotency_keys (
  -- Who asked: an account, a service, or an address for calls without a session.
  caller text not null,
  -- SHA-256 of the key: the key itself opens the stored answer and is kept nowhere.
  key_hash bytea not null,
  -- SHA-256 of method, path and body: the same key with another request is refused.
  request_hash bytea not null,
  started_at timestamptz not null,
  -- Until then the first request counts as at work; afterwards its process is taken for dead.
  locked_until timestamptz not null,
  -- Null while at work.
  answer bytea,
  primary key (caller, key_hash)
);
create index idempotency_keys_started_at on idempotency_keys (started_at);

-- Counters of tries, shared by all instances.
create table rate_limits (
  key text primary key,
  window_started_at timestamptz not null,
  tries integer not null
);
create index rate_limits_window on rate_limits (window_started_at);
