-- What staff asks for, and the payment of an invoice, are recorded before the provider is called, as changes of a subscription are.
-- Their subscription_id is what must not be changed twice at once: 'license:<id>' for a subscription that is started,
-- 'invoice:<id>' for an invoice that is paid or given back.
alter table operations drop constraint operations_kind;
alter table operations add constraint operations_kind
  check (kind in ('charge', 'record', 'auto_renewal', 'start', 'give_back', 'pay'));
create index operations_by_customer on operations (customer_id, created_at desc);

create index staff_acts_by_target on staff_acts (target, id desc);
create index staff_acts_by_staff on staff_acts (staff, id desc);

create index provider_events_by_customer on provider_events (customer_id, created_at desc);
create index provider_events_by_subscription on provider_events (subscription_id, created_at desc);

-- What a search goes by: the beginning of an id, a whole address or account name.
create index customers_by_id on customers (customer_id text_pattern_ops);
create index customers_by_email on customers (lower(email));
create index customers_by_username on customers (username);
create index subscriptions_by_id on subscriptions (id text_pattern_ops);

-- When everything was compared with the provider, and what differed.
create table reconciler_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  asked_by text not null constraint reconciler_runs_asked_by check (asked_by in ('sweep', 'command', 'staff')),
  dry_run boolean not null,
  checked int not null,
  drift jsonb not null,
  error text
);
create index reconciler_runs_newest on reconciler_runs (started_at desc);
