-- The card that a subscription is charged to instead of the customer's default one. Null for the default card, and until the
-- subscription's state is read from the provider again.
alter table subscriptions add column own_card text;
