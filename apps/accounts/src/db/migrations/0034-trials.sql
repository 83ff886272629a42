-- Trials without a card. A row stays when its license is deleted, as it says that the trial was used.
create table trials (
  -- Code and major version.
  product text not null,
  -- HMAC-SHA-256 of the address, without dots and tag. It survives the erasure of the account for a while.
  address_hash bytea not null,
  -- Null once the account is erased.
  account_id text references accounts on delete set null,
  -- Null once the license is deleted.
  license_id text constraint trial_of_license unique references licenses on delete set null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- Days before the end that the last mail named.
  told integer,
  primary key (product, address_hash)
);
create index trials_account on trials (account_id, product);
create index trials_ends on trials (ends_at);

-- Payments of licenses without a subscription.
create table sold_licenses (
  -- The payment provider's invoice.
  invoice_id text primary key,
  -- No reference: the payment outlives the license.
  license_id text not null,
  customer_id text not null,
  product_id text not null,
  quantity integer not null,
  paid_at timestamptz not null
);
create index sold_licenses_customer on sold_licenses (customer_id);
