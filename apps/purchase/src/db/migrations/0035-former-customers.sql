-- Customers that were deleted at the provider, oldest first. Their papers stay readable there.
alter table customers add column former_ids text[] not null default '{}';
