-- A purchase under way: the id of a license that comes into being, or comes back, with the first paid news of it.
create table reserved_licenses (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  -- The payment provider's customer who pays.
  customer_id text not null,
  description text not null,
  products text[] not null,
  -- What the first invoice charges, for the record.
  amount_cents bigint not null,
  currency text not null,
  reserved_at timestamptz not null
);
create index reserved_licenses_account on reserved_licenses (account_id);
create index reserved_licenses_age on reserved_licenses (reserved_at);
