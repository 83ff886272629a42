-- Previews that were shown: what they said is charged, or nothing.
create table quotes (
  id text primary key,
  subscription_id text not null,
  plan text not null,
  quantity int not null,
  -- the second that prorations are counted from
  proration_at timestamptz not null,
  -- what the amounts rest on; a change of it makes the quote worthless
  fingerprint text not null,
  subtotal_cents bigint not null,
  tax_cents bigint not null,
  -- due now, credit of the customer already taken off
  total_cents bigint not null,
  currency text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index quotes_newest on quotes (subscription_id, created_at desc);
create index quotes_expiry on quotes (expires_at);

-- Increases that are agreed and not paid yet: one for each subscription, the next replaces it.
create table staged_changes (
  subscription_id text primary key,
  id uuid not null default gen_random_uuid(),
  plan text not null,
  quantity int not null,
  quote_id text not null references quotes (id),
  staged_at timestamptz not null,
  expires_at timestamptz not null
);

-- Every change at the provider, recorded before the provider is called.
create table operations (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint operations_kind check (kind in ('charge', 'record', 'auto_renewal')),
  subscription_id text not null,
  customer_id text not null,
  -- what was asked for, and the very parameters of the call, so that a repeat is equal to the byte
  request jsonb not null,
  -- recorded: nothing was sent; restored: the paid quantity is back; sent: the change itself may have reached the provider
  recovery_point text not null default 'recorded'
    constraint operations_recovery_point check (recovery_point in ('recorded', 'restored', 'sent')),
  -- waiting: for the card holder's bank. unknown: the provider's answer got lost
  state text not null default 'pending'
    constraint operations_state check (state in ('pending', 'unknown', 'waiting', 'done', 'failed')),
  -- for failed: the refusal; for waiting: the client secret
  outcome jsonb,
  invoice_id text,
  attempts int not null default 0,
  -- by the product's clock
  created_at timestamptz not null,
  finished_at timestamptz,
  -- by the wall clock: until then one instance is at work on it
  leased_until timestamptz,
  next_attempt_at timestamptz
);
create unique index operations_one_live on operations (subscription_id) where state in ('pending', 'unknown', 'waiting');
create index operations_newest on operations (subscription_id, created_at desc);
create index operations_open on operations (next_attempt_at) where state in ('pending', 'unknown', 'waiting');
create index operations_by_invoice on operations (invoice_id);

-- Mails of this service that were decided to be sent, each once.
create table notices (
  kind text not null,
  -- what it is about: an invoice, a card, a subscription
  subject text not null,
  -- which occasion of it: the period's end, the days that were left
  occasion text not null,
  decided_at timestamptz not null,
  primary key (kind, subject, occasion)
);

-- What staff did. Append-only.
create table staff_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  staff text not null,
  act text not null,
  target text not null,
  reason text not null,
  before jsonb,
  after jsonb
);
revoke update, delete, truncate on staff_acts from foyer_purchase;
