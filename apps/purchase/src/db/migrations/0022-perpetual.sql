-- The provider's prices that are paid once, by their lookup key: the id of a plan without interval.
create table once_prices (
  id text primary key,
  price_id text not null,
  amount_cents bigint not null constraint once_prices_amount check (amount_cents >= 0),
  currency text not null,
  product text not null,
  nickname text,
  on_sale boolean not null
);

-- Paid licenses without a subscription.
create table sales (
  -- The provider's invoice.
  invoice_id text primary key,
  customer_id text not null,
  registration_id text not null,
  plan text not null,
  quantity int not null,
  -- What the invoice charged, tax included, and the balance taken off.
  amount_cents bigint not null,
  currency text not null,
  paid_at timestamptz not null,
  -- When the accounts service took it; null before.
  told_at timestamptz
);
create index sales_customer on sales (customer_id);
create index sales_untold on sales (paid_at) where told_at is null;
