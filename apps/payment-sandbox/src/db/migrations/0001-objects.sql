-- Every object of the provider's API, as it stands on the wire. The key `sandbox` of a body never leaves the sandbox.
create table objects (
  id text primary key,
  type text not null,
  -- whose it is: the row of this customer is locked before anything of theirs changes
  customer_id text,
  -- what it belongs to: the subscription of an invoice or an invoice item, the invoice of a payment
  parent_id text,
  sequence bigint generated always as identity,
  created_at timestamptz not null,
  body jsonb not null
);
create index objects_newest on objects (type, created_at desc, sequence desc);
create index objects_by_customer on objects (customer_id, type, created_at desc, sequence desc);
create index objects_by_parent on objects (parent_id, type, created_at desc, sequence desc);

-- What happens by itself later: one row for each kind of thing that an object waits for. `due_at` is sandbox time.
create table dues (
  kind text not null,
  ref text not null,
  customer_id text not null,
  due_at timestamptz not null,
  sequence bigint generated always as identity,
  primary key (kind, ref)
);
create index dues_in_order on dues (due_at, sequence);
create index dues_by_customer on dues (customer_id, due_at, sequence);

-- Events still to be told to an endpoint ('default' or a webhook endpoint's id). Times here are wall time.
create table deliveries (
  id bigint generated always as identity primary key,
  event_id text not null,
  endpoint_id text not null,
  customer_id text,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  -- until then one instance is at work on it
  leased_until timestamptz,
  state text not null default 'waiting' constraint deliveries_state_known check (state in ('waiting', 'delivered', 'dropped', 'given_up')),
  last_answer text
);
create index deliveries_waiting on deliveries (due_at, id) where state = 'waiting';
create index deliveries_by_event on deliveries (event_id);

-- Answers already given, for 24 hours of sandbox time.
create table idempotency_keys (
  key text primary key,
  request_hash text not null,
  status int not null,
  response jsonb not null,
  created_at timestamptz not null
);

-- Switches of the sandbox that tests turn: faults to answer with, what to do to webhooks.
create table controls (
  name text primary key,
  value jsonb not null
);
