-- Who made the state that the accounts service is told of, and what it cost; null where it came by itself and for nothing.
alter table news add column cause jsonb;
