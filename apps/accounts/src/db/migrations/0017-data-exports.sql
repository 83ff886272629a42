-- Everything that is kept about a person, gathered for her at her wish; dropped after a week.
create table data_exports (
  id text primary key,
  account_id text not null references accounts,
  requested_at timestamptz not null,
  -- How many parts are gathered, of how many.
  parts_done smallint not null default 0,
  parts smallint not null,
  -- Gzipped JSON; null until it is gathered. The second one comes from the purchase service.
  account_part bytea,
  payment_part bytea,
  ready_at timestamptz,
  constraint data_export_bounded check (coalesce(length(account_part), 0) + coalesce(length(payment_part), 0) <= 16777216)
);
create index data_exports_account on data_exports (account_id, requested_at);
