create table licenses (
  -- The `registration_id` of the wire.
  id text primary key,
  product_id text not null,
  -- `<product name> <major>…`
  description text not null,
  products text[] not null,
  purchase_type text not null constraint license_purchase_type_known check (purchase_type in ('perpetual', 'renewable', 'trial')),
  -- 0 only when an upgrade has taken every seat away.
  total_seats integer not null constraint license_total_seats check (total_seats between 0 and 2200),
  -- Held and invited seats, and the invited ones of them. Kept by triggers on `seats`, so they agree whoever writes.
  used_seats integer not null default 0,
  invited_seats integer not null default 0,
  -- End of a time-limited licence.
  expires_at timestamptz,
  registered_at timestamptz not null,
  upgrades_remaining integer not null default 0,
  -- Another licence; not a reference, since an import may name it before it exists.
  upgrade_eligible_license_id text,
  key text constraint license_key_unique unique,
  key_owner text not null,

  -- The subscription in force, as far as reading needs it; null without one. `subscriptions` holds the whole.
  subscription_id text,
  subscription_active boolean,
  cancel_at_period_end boolean,
  current_period_ends_at timestamptz,
  renewing_quantity integer,

  constraint seats_fit_license check (used_seats between 0 and total_seats),
  constraint invited_seats_are_used check (invited_seats between 0 and used_seats)
);

-- Who manages a licence. The first owner is its contact. Owning is not holding.
create table license_owners (
  license_id text not null references licenses on delete cascade,
  account_id text not null references accounts on delete cascade,
  position integer not null,
  primary key (license_id, account_id)
);
create index license_owners_account on license_owners (account_id, license_id);

-- What the purchase service last reported of each subscription.
create table subscriptions (
  id text primary key,
  license_id text not null references licenses on delete cascade,
  customer_id text not null,
  -- In force and paid.
  plan text not null,
  quantity integer not null,
  -- What a recorded decrease or switch will make of them; null without one.
  next_plan text,
  next_quantity integer,
  next_at timestamptz,
  -- The provider's word.
  status text not null,
  cancel_at_period_end boolean not null,
  current_period_ends_at timestamptz not null,
  -- End of the last period whose invoice is paid.
  paid_until timestamptz not null,
  -- Order of the news: older or equal news changes nothing.
  object_time bigint not null,
  sequence bigint not null
);
create index subscriptions_license on subscriptions (license_id);

-- Keys that the vendor issued before there were accounts.
create table license_keys (
  key text primary key,
  owner text not null,
  product_id text not null,
  description text not null,
  seats integer not null constraint license_key_seats check (seats between 1 and 2200),
  upgrades_remaining integer not null default 0,
  eligible boolean not null default true,
  -- The licence that it was registered as.
  license_id text constraint license_key_registered_once unique references licenses on delete set null
);

-- Upgrades that were bought for some seats of a licence.
create table upgrades (
  -- Also the id of the licence that it becomes.
  id text primary key,
  from_license_id text not null references licenses on delete cascade,
  product_id text not null,
  description text not null,
  upgrades_available integer not null constraint upgrade_count check (upgrades_available between 1 and 2200),
  total_seats integer not null,
  activated_at timestamptz
);
create index upgrades_from_license on upgrades (from_license_id) where activated_at is null;
