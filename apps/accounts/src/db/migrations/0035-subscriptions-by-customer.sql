-- concurrently
-- Who pays for a product gets no trial of it.
create index concurrently if not exists subscriptions_customer on subscriptions (customer_id);
