-- What something on a licence cost, where it cost anything.
alter table license_events add column amount_cents bigint;
alter table license_events add column currency text;
alter table license_events add constraint license_event_priced check ((amount_cents is null) = (currency is null));
