-- What happened that matters for security. Rows are only ever added.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  -- Whom it concerns.
  account_id text,
  -- Who did it: an account's id, `service:<name>`, or null for somebody unknown.
  actor text,
  -- What it was done to, where that is not the account.
  target text,
  ip text,
  request_id text,
  details jsonb not null default '{}'
);
create index security_events_account on security_events (account_id, id);
revoke update, delete, truncate on security_events from foyer_accounts;

-- What staff did. Rows are only ever added.
create table staff_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The staff member's account name.
  staff text not null,
  act text not null,
  target text not null,
  reason text not null,
  before jsonb,
  after jsonb
);
create index staff_acts_target on staff_acts (target, id);
revoke update, delete, truncate on staff_acts from foyer_accounts;

-- What happened on a licence, for those who manage it. Rows are only ever added.
create table license_events (
  id bigint generated always as identity primary key,
  license_id text not null,
  at timestamptz not null,
  act text not null,
  -- Account name of who did it; null for the system, the provider or staff.
  by_username text,
  by_kind text not null constraint license_event_by_known check (by_kind in ('person', 'staff', 'provider', 'system')),
  details jsonb not null default '{}'
);
create index license_events_license on license_events (license_id, id);
revoke update, delete, truncate on license_events from foyer_accounts;
