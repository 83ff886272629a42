-- A quote of a new subscription: who buys, which license it pays for, its tax rates. `subscription_id` is then the subject of its
-- operation, `buyer:<account>` or `license:<id>`; null for a change of a subscription that exists.
alter table quotes add column purchase jsonb;
