-- When the provider ended the subscription.
alter table subscriptions add column ended_at timestamptz;
