-- When an account was closed, and by whom: its owner may take that back for a while, and in the end nothing of her is left.
-- Null for one that was closed before this was kept: the sweep dates it.
alter table accounts add column closed_at timestamptz;
alter table accounts add column closed_by text constraint account_closed_by_known check (closed_by in ('owner', 'staff'));
create index accounts_closed on accounts (closed_at) where state <> 100;

alter table mailed_secrets drop constraint mailed_secret_purpose_known;
alter table mailed_secrets add constraint mailed_secret_purpose_known
  check (purpose in ('sign_up', 'password_reset', 'email_change', 'email_undo', 'come_back', 'data_export'));

-- What the law wants kept for longer: no erasure before it ends.
create table legal_holds (
  account_id text primary key references accounts,
  reason text not null,
  until timestamptz not null,
  -- The staff member's account name.
  set_by text not null,
  set_at timestamptz not null
);

-- Accounts whose data is being erased, or was; from the first row on there is no way back. Each step is done again until its time stands here.
create table erasures (
  account_id text primary key references accounts,
  -- What is looked for in other records; forgotten when all steps are done.
  username text,
  addresses text[] not null,
  customer_ids text[] not null,
  begun_at timestamptz not null,
  closed_at timestamptz not null,
  synced_data_at timestamptz,
  records_at timestamptz,
  -- The purchase service's part, provider included.
  payments_at timestamptz
);
create index erasures_open on erasures (begun_at) where records_at is null or payments_at is null;

-- Names stand under these fields of a record; an address is known wherever it stands.
create function without_person(value jsonb, name text, addresses text[], field text default null) returns jsonb
language plpgsql immutable set search_path from current as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, without_person(item, name, addresses, key)), '{}') from jsonb_each(value) as fields(key, item));
    when 'array' then
      return (select coalesce(jsonb_agg(without_person(item, name, addresses, field) order by place), '[]')
        from jsonb_array_elements(value) with ordinality as items(item, place));
    when 'string' then
      if lower(value #>> '{}') = any (addresses)
        or (value #>> '{}' = name and field in ('account', 'by', 'from', 'into', 'to', 'owner', 'owners', 'key_owner', 'username', 'staff', 'seats')) then
        return '"Deleted account"';
      end if;
      return value;
    else
      return value;
  end case;
end $$;

-- The same for a sentence that staff wrote: the name as a word of its own.
create function text_without_person(sentence text, name text, addresses text[]) returns text
language plpgsql immutable set search_path from current as $$
declare
  word text;
begin
  foreach word in array array_remove(addresses || array[name], null) loop
    sentence := regexp_replace(sentence, '(?<![[:alnum:]])' || regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g') || '(?![[:alnum:]])',
      'Deleted account', 'gi');
  end loop;
  return sentence;
end $$;

-- Whether a record may speak of the person: asked first, as it is quicker.
create function mentions(value jsonb, name text, addresses text[]) returns boolean
language sql immutable set search_path from current as $$
  select position(to_jsonb(name)::text in value::text) > 0
    or exists (select from unnest(addresses) address where position(address in lower(value::text)) > 0)
$$;

-- Records only grow, and the service may not change them: this one change, of one person's name and address into "Deleted account",
-- is the owner's, and only for an account whose erasure has begun.
create function erase_from_records(erased text) returns void
language plpgsql security definer set search_path = accounts, pg_temp as $$
declare
  person erasures%rowtype;
begin
  select * into person from erasures where account_id = erased and records_at is null for update;
  if not found or person.username is null then
    raise exception 'no erasure of % is under way', erased;
  end if;
  update security_events set ip = null, details = without_person(details, person.username, person.addresses),
      target = case when target = person.username or lower(target) = any (person.addresses) then 'Deleted account' else target end
    where account_id = erased or actor = erased;
  update license_events set
      by_username = case when by_username = person.username then 'Deleted account' else by_username end,
      details = without_person(details, person.username, person.addresses)
    where by_username = person.username
      or mentions(details, person.username, person.addresses);
  update staff_acts set
      staff = case when staff = person.username then 'Deleted account' else staff end,
      reason = text_without_person(reason, case when target = 'account:' || person.username then person.username end, person.addresses),
      before = without_person(before, person.username, person.addresses),
      after = without_person(after, person.username, person.addresses),
      target = case when target = 'account:' || person.username then 'account:deleted:' || lower(erased) else target end
    where staff = person.username or target = 'account:' || person.username
      or mentions(before, person.username, person.addresses) or mentions(after, person.username, person.addresses)
      or reason ilike any (select '%' || replace(replace(replace(address, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest(person.addresses) address);
end $$;
revoke execute on function erase_from_records(text) from public;
