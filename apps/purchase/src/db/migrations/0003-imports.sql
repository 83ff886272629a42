-- Subscriptions that an import named: read from the provider before the service calls itself ready.
create table imported_subscriptions (
  id text primary key,
  imported_at timestamptz not null
);
