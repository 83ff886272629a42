-- What an operation changes has a name of its own: a subscription by its id, `license:<id>` for one that is started,
-- `invoice:<id>` for one that is paid or given back. `subscription_id` said all three.
--
-- Instances of the version before serve on beside newer ones, and both begin operations and go on with the other's:
-- - they write and read `subscription_id`, the newer ones `subject`; the trigger keeps the two equal, and each is unique
--   among what is under way, so that the two versions together change nothing twice at once;
-- - their requests hold `plan: ""` and `quantity: 0` where a kind has neither; the newer ones leave that out when they read,
--   and write what the version before reads, without it.
-- The release after this one drops `subscription_id`, its indexes and the trigger.
alter table operations add column subject text;
update operations set subject = subscription_id;
alter table operations alter column subject set not null;

create function operations_both_subjects() returns trigger language plpgsql as $$
begin
  new.subject := coalesce(new.subject, new.subscription_id);
  new.subscription_id := coalesce(new.subscription_id, new.subject);
  return new;
end $$;
create trigger operations_both_subjects before insert on operations
  for each row execute function operations_both_subjects();

create unique index operations_one_live_of_subject on operations (subject) where state in ('pending', 'unknown', 'waiting');
create index operations_newest_of_subject on operations (subject, number desc);
create index operations_by_quote_of_subject on operations (subject, (request -> 'quote' ->> 'id'), number desc);

-- What is under way says what its kind says, and nothing for the others' sake.
update operations set request = request - 'plan' - 'quantity'
  where kind in ('auto_renewal', 'give_back', 'pay') and state in ('pending', 'unknown', 'waiting');

-- Which kinds there are, the program says: an instance leaves those that it does not know to newer ones.
alter table operations drop constraint operations_kind;
alter table operations add constraint operations_kind check (kind ~ '^[a-z]+(_[a-z]+)*$');
