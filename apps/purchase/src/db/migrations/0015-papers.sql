-- A reference of a subscription's invoices; the customer's own is the provider's custom field.
create table subscription_references (
  subscription_id text primary key,
  customer_id text not null,
  reference text not null constraint subscription_references_length check (length(reference) between 1 and 50)
);
create index subscription_references_of_customer on subscription_references (customer_id);

-- How a customer wants to be billed. No row: as everybody.
create table billing_settings (
  customer_id text primary key,
  reference_required boolean not null default false
);

-- The provider prints its customer's fields on a changed subscription's invoice. While a charge prints a reference of its
-- own there, no other charge of the customer does. `reference` is the customer's, which is put back after. The database's clock.
create table reference_turns (
  customer_id text primary key,
  operation_id uuid not null,
  reference text not null,
  printed text not null,
  until timestamptz not null
);

-- A quote as a paper. The price is in `quotes`, and dies with it; what the paper says stays.
create table paper_quotes (
  -- the stored price
  quote_id text primary key,
  customer_id text not null,
  subscription_id text not null,
  number text not null unique,
  -- part of the link: whoever has it sees the quote
  reference text not null unique,
  -- what is printed
  paper jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz
);
create index paper_quotes_of_customer on paper_quotes (customer_id, created_at desc);

-- The price of a paper is charged when the paper is accepted. A request that names no quote never means it.
alter table quotes add column on_paper boolean not null default false;

-- All papers of a year. `build` is the run whose pieces are the file; pieces of other runs are left over.
create table archives (
  id uuid primary key default gen_random_uuid(),
  customer_id text not null,
  year int not null,
  state text not null constraint archives_state check (state in ('building', 'ready', 'failed')),
  build uuid,
  papers int not null default 0,
  missing int not null default 0,
  bytes bigint not null default 0,
  requested_at timestamptz not null,
  ready_at timestamptz,
  unique (customer_id, year)
);
create index archives_by_request on archives (requested_at);

create table archive_pieces (
  archive_id uuid not null references archives (id) on delete cascade,
  build uuid not null,
  number int not null,
  bytes bytea not null,
  primary key (archive_id, build, number)
);
-- PDFs are compressed already.
alter table archive_pieces alter column bytes set storage external;
