-- The discount that a subscription has at the provider.
alter table subscriptions add column discount jsonb;
