-- What the payment provider has, as far as this service needs it, and what it cannot know: what is paid for.

-- One row for each account that pays; the account's key is made first, so that twenty callers make one customer.
create table customers (
  omni_id text primary key,
  customer_id text constraint customers_one_account unique,
  email text not null,
  username text not null,
  -- idempotency key of the call that makes the customer at the provider
  creation_key uuid not null default gen_random_uuid(),
  -- told to the accounts service
  told_at timestamptz,
  created_at timestamptz not null
);

-- Every plan that was ever seen, on sale or not: a subscription may stand on one that is not sold any more.
create table plans (
  id text primary key,
  amount_cents bigint not null constraint plans_amount check (amount_cents >= 0),
  currency text not null,
  interval text not null constraint plans_interval check (interval in ('month', 'year')),
  product text not null,
  nickname text,
  on_sale boolean not null
);

create table subscriptions (
  id text primary key,
  customer_id text not null,
  -- the licence that it pays for; null for one that belongs to none of ours
  registration_id text,
  item_id text not null,
  currency text not null,
  status text not null,
  billing_mode text not null,
  -- what the provider bills next
  provider_plan text not null references plans (id),
  provider_quantity int not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  trial_end timestamptz,
  cancel_at_period_end boolean not null,
  default_tax_rates jsonb not null,
  item_tax_rates jsonb not null,
  -- what is in force: changed by a paid invoice alone
  paid_plan text not null references plans (id),
  paid_quantity int not null,
  paid_from timestamptz not null,
  paid_until timestamptz not null,
  -- the decrease or switch that was recorded here or imported; blocks further ones until it is in force
  recorded_plan text,
  recorded_quantity int,
  -- {id, total, currency, next_payment_attempt}: the unpaid invoice of a period
  open_invoice jsonb,
  created_at timestamptz not null,
  -- grows with each state taken from the provider: a state fetched before another was applied is fetched again
  version bigint not null default 1,
  -- of the news told to the accounts service
  sequence bigint not null default 0,
  object_time timestamptz not null,
  synced_at timestamptz not null,
  constraint subscriptions_recorded_whole check ((recorded_plan is null) = (recorded_quantity is null))
);
create index subscriptions_by_customer on subscriptions (customer_id, created_at desc);
create index subscriptions_by_licence on subscriptions (registration_id);
create index subscriptions_by_end on subscriptions (period_end);

-- States to tell to the accounts service, in order.
create table news (
  subscription_id text not null,
  sequence bigint not null,
  object_time timestamptz not null,
  body jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (subscription_id, sequence)
);
create index news_unsent on news (subscription_id, sequence) where sent_at is null;

-- The provider's events, each taken once.
create table provider_events (
  id text primary key,
  type text not null,
  object_id text,
  subscription_id text,
  customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null
);
create index provider_events_newest on provider_events (created_at);

-- How far periodic work has come.
create table progress (
  name text primary key,
  reached_at timestamptz not null
);
