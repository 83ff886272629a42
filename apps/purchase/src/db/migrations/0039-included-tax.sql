-- Tax within the price of a quote. `tax_cents` is only the tax on top of it.
alter table quotes add column included_tax_cents bigint not null default 0;
