-- concurrently
-- The list of a manager's licenses looks up each license and its subscription by id. A hash index finds an id by one page whatever the
-- number of rows; the primary keys take three or four. The ids stay unique by their primary keys.
create index concurrently if not exists licenses_by_id on licenses using hash (id);
create index concurrently if not exists subscriptions_by_id on subscriptions using hash (id);
-- The same list without the rows of `license_owners`.
create index concurrently if not exists license_owners_accepted on license_owners (account_id, license_id) include (accepted);
drop index concurrently if exists license_owners_account;
