-- Records of devices name their holder, and a device may have the holder's name ("Maria's MacBook"). An erasure removes both.
create function without_device(value jsonb) returns jsonb
language sql immutable set search_path from current as $$
  select case when value ? 'device' then value || '{"device": null}' else value end
$$;

create or replace function without_person(value jsonb, name text, addresses text[], field text default null) returns jsonb
language plpgsql immutable set search_path from current as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      if value ->> 'holder' = name then
        value := without_device(value);
      end if;
      return (select coalesce(jsonb_object_agg(key, without_person(item, name, addresses, key)), '{}') from jsonb_each(value) as fields(key, item));
    when 'array' then
      return (select coalesce(jsonb_agg(without_person(item, name, addresses, field) order by place), '[]')
        from jsonb_array_elements(value) with ordinality as items(item, place));
    when 'string' then
      if lower(value #>> '{}') = any (addresses)
        or (value #>> '{}' = name and field in ('account', 'by', 'from', 'into', 'to', 'owner', 'owners', 'key_owner', 'username', 'holder', 'staff', 'seats')) then
        return '"Deleted account"';
      end if;
      return value;
    else
      return value;
  end case;
end $$;

create or replace function erase_from_records(erased text) returns void
language plpgsql security definer set search_path = accounts, pg_temp as $$
declare
  person erasures%rowtype;
begin
  select * into person from erasures where account_id = erased and records_at is null for update;
  if not found or person.username is null then
    raise exception 'no erasure of % is under way', erased;
  end if;
  update security_events set ip = null,
      details = without_person(case when account_id = erased then without_device(details) else details end, person.username, person.addresses),
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
      before = without_person(case when target = 'account:' || person.username then without_device(before) else before end, person.username, person.addresses),
      after = without_person(case when target = 'account:' || person.username then without_device(after) else after end, person.username, person.addresses),
      target = case when target = 'account:' || person.username then 'account:deleted:' || lower(erased) else target end
    where staff = person.username or target = 'account:' || person.username
      or mentions(before, person.username, person.addresses) or mentions(after, person.username, person.addresses)
      or reason ilike any (select '%' || replace(replace(replace(address, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest(person.addresses) address);
end $$;
