-- Which operation was begun last, though two were begun in one millisecond.
alter table operations add column number bigint generated always as identity;
drop index operations_newest;
create index operations_newest on operations (subscription_id, number desc);
