-- Addresses that get mails about payments beside the payer's.
create table billing_contacts (
  id uuid primary key default gen_random_uuid(),
  customer_id text not null,
  email text not null,
  -- the address as it is compared
  email_key text not null,
  language text not null,
  mails text[] not null,
  added_at timestamptz not null,
  confirmed_at timestamptz,
  stopped_at timestamptz,
  unique (customer_id, email_key)
);

-- A link in a mail to a contact: shows papers until `papers_until`, and stops the mails for as long as it is kept.
create table billing_links (
  token_hash bytea primary key,
  contact_id uuid not null references billing_contacts (id) on delete cascade,
  papers_until timestamptz not null,
  created_at timestamptz not null
);
create index billing_links_of_contact on billing_links (contact_id);
create index billing_links_by_age on billing_links (created_at);
