-- Refunds and disputes of payments, as the provider last showed them. Most are made in the provider's dashboard.
create table provider_returns (
  -- The provider's id.
  id text primary key,
  kind text not null constraint provider_returns_kind_known check (kind in ('refund', 'dispute')),
  customer_id text not null,
  charge_id text not null,
  -- Null for a payment of no invoice.
  invoice_id text,
  invoice_number text,
  subscription_id text,
  amount_cents bigint not null,
  currency text not null,
  status text not null,
  reason text,
  -- The credit note that a refund belongs to.
  credit_note_id text,
  -- Until when a dispute must be answered.
  due_at timestamptz,
  created_at timestamptz not null
);
create index provider_returns_by_customer on provider_returns (customer_id, created_at desc, id desc);
