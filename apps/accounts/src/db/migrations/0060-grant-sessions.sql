-- The portal session in which an app was allowed, so that its silent renewals there go on with the same grant. Null for a device.
alter table app_grants add column if not exists session_id text;
