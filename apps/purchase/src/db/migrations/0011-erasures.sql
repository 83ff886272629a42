-- The record of what staff did only grows, and the service may not change it: this one change, of the name and the addresses of somebody
-- whose account is erased into "Deleted account", is the owner's. Later acts are somebody else's, who took the name anew.
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
      if lower(value #>> '{}') = any (addresses) or (value #>> '{}' = name and field in ('by', 'staff', 'username', 'omni_username')) then
        return '"Deleted account"';
      end if;
      return value;
    else
      return value;
  end case;
end $$;

create function erase_from_records(name text, addresses text[], until timestamptz) returns void
language plpgsql security definer set search_path = purchase, pg_temp as $$
declare
  address text;
begin
  update staff_acts set staff = 'Deleted account' where staff = name and at <= until;
  update staff_acts set before = without_person(before, name, addresses), after = without_person(after, name, addresses)
    where at <= until and (without_person(before, name, addresses) <> before or without_person(after, name, addresses) <> after);
  foreach address in array addresses loop
    update staff_acts set reason = regexp_replace(reason, '(?<![[:alnum:]])' || regexp_replace(address, '([^[:alnum:]])', '\\\1', 'g') || '(?![[:alnum:]])',
        'Deleted account', 'gi')
      where position(address in lower(reason)) > 0;
  end loop;
end $$;
revoke execute on function erase_from_records(text, text[], timestamptz) from public;
