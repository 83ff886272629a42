-- The provider's tax rates that name a country: what a new subscription of a buyer there is charged with.
create table country_tax_rates (
  id text primary key,
  country text not null,
  percentage double precision not null,
  inclusive boolean not null,
  display_name text not null
);
