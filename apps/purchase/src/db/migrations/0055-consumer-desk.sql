-- What consumers stated at the desk. A statement only grows by rows: the service can neither change nor delete one.
create table desk_statements (
  -- Made by the page that shows the statement, so that a second click on its button is no second statement.
  id uuid primary key,
  kind text not null constraint desk_statements_kind check (kind in ('withdraw', 'cancel')),
  at timestamptz not null,
  name text not null,
  -- The address or the number of the order, as typed.
  reference text not null,
  contract text not null,
  receipt_to text not null,
  good_cause text,
  -- Addresses as they are compared, for erasures.
  address_keys text[] not null
);
create index desk_statements_by_address on desk_statements using gin (address_keys);
revoke update, delete, truncate on desk_statements from foyer_purchase;

-- What becomes of a statement.
create table desk_cases (
  statement_id uuid primary key references desk_statements (id),
  state text not null constraint desk_cases_state check (state in ('looking', 'waiting', 'carrying', 'carried_out', 'closed')),
  reason text,
  due_at timestamptz not null,
  customer_id text,
  -- The contract, as found.
  match jsonb,
  decided_at timestamptz,
  decided_by text
);
create index desk_cases_open on desk_cases (due_at) where state in ('looking', 'waiting', 'carrying');
create index desk_cases_decided on desk_cases (decided_at desc) where decided_at is not null;
create index desk_cases_by_customer on desk_cases (customer_id);

-- Removes a person from statements: those about her customers, and those that name only her addresses. The kind and the times stay.
create function erase_from_statements(customers text[], addresses text[]) returns void
language plpgsql security definer set search_path = purchase, pg_temp as $$
begin
  update desk_statements set name = 'Deleted account', reference = 'Deleted account', contract = 'Deleted account',
    receipt_to = 'Deleted account', good_cause = null, address_keys = '{}'
  where address_keys && addresses
    or id in (select statement_id from desk_cases where customer_id = any (customers));
end $$;
revoke execute on function erase_from_statements(text[], text[]) from public;

-- Removes statements that match no customer and were decided before that time.
create function drop_old_statements(before timestamptz) returns void
language plpgsql security definer set search_path = purchase, pg_temp as $$
begin
  with gone as (delete from desk_cases where customer_id is null and decided_at < before returning statement_id)
  delete from desk_statements where id in (select statement_id from gone);
end $$;
revoke execute on function drop_old_statements(timestamptz) from public;
