-- Whether the customer pays the tax that the rates say: with `reverse` the customer accounts for it.
alter table subscriptions
  add column tax_exempt text not null default 'none'
    constraint subscriptions_tax_exempt_known check (tax_exempt in ('none', 'reverse', 'exempt'));

-- What is done once with every customer at the provider, and how far it has got: `cursor` is the customer that was done last.
create table customer_passes (
  name text primary key,
  cursor text,
  finished_at timestamptz
);
