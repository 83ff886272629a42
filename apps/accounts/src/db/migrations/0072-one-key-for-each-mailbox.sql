-- The key of an address has its domain in ASCII (IDNA), so that all spellings of a mailbox have one key. Keys were lower-case text
-- before. The services compute keys with `addressKey`; this file does the same once for the rows that exist.

create function ascii_label(label text) returns text language plpgsql immutable as $$
-- Punycode, RFC 3492.
declare
  codes integer[] := array(
    select ascii(letter) from regexp_split_to_table(label, '') with ordinality as letters(letter, at) order by at);
  code integer;
  encoded text := array_to_string(array(
    select chr(plain) from unnest(codes) with ordinality as plains(plain, at) where plain < 128 order by at), '');
  basic integer := length(encoded);
  handled integer := length(encoded);
  next_code integer := 128;
  delta integer := 0;
  bias integer := 72;
  rest integer;
  threshold integer;
  place integer;
begin
  if handled = length(label) then return label; end if;
  if handled > 0 then encoded := encoded || '-'; end if;
  while handled < cardinality(codes) loop
    rest := (select min(each) from unnest(codes) as each where each >= next_code);
    delta := delta + (rest - next_code) * (handled + 1);
    next_code := rest;
    foreach code in array codes loop
      if code < next_code then delta := delta + 1; end if;
      continue when code <> next_code;
      rest := delta;
      place := 36;
      loop
        threshold := least(26, greatest(1, place - bias));
        exit when rest < threshold;
        encoded := encoded
          || substr('abcdefghijklmnopqrstuvwxyz0123456789', threshold + (rest - threshold) % (36 - threshold) + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        place := place + 36;
      end loop;
      encoded := encoded || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
      delta := case when handled = basic then delta / 700 else delta / 2 end;
      delta := delta + delta / (handled + 1);
      place := 0;
      while delta > 455 loop
        delta := delta / 35;
        place := place + 36;
      end loop;
      bias := place + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    next_code := next_code + 1;
  end loop;
  return 'xn--' || encoded;
end $$;

create function ascii_address(address text) returns text language sql immutable as $$
  select case when octet_length(domain) = length(domain) then address else
    left(address, length(address) - length(domain)) || (
      select string_agg(ascii_label(label), '.' order by at)
      from regexp_split_to_table(normalize(domain, NFKC), '\.') with ordinality as labels(label, at))
  end
  from (select substring(address from '[^@]*$') as domain) as parts
$$;

-- Of several open accounts with one mailbox, one gets the key: one that has it already, else the oldest. The others keep theirs,
-- so they cannot be found by that address. The index lists them for staff, who merge them.
with wanted as (
  select id, state, ascii_address(email_key) as key,
    row_number() over (partition by ascii_address(email_key), state = 100 order by created_at, id) as place
  from accounts where octet_length(email_key) <> length(email_key)
)
update accounts set email_key = wanted.key from wanted
  where wanted.id = accounts.id and wanted.key <> accounts.email_key
    and (wanted.state <> 100 or wanted.place = 1 and not exists (
      select from accounts as other where other.email_key = wanted.key and other.state = 100));

create index accounts_second_of_mailbox on accounts (created_at)
  where state = 100 and octet_length(substring(email_key from '[^@]*$')) <> length(substring(email_key from '[^@]*$'));

-- An invitation to a mailbox that has a seat of the license, or an earlier invitation, goes.
with keyed as (
  select seats.id, seats.license_id, seats.email, seats.email_key, row_number() over (
    partition by seats.license_id, ascii_address(seats.email_key) order by seats.status = 'pending', seats.position
  ) as place, seats.status = 'pending' as is_invitation
  from seats where license_id in (select license_id from seats where octet_length(email_key) <> length(email_key))
), freed as (
  delete from seats using keyed where keyed.id = seats.id and keyed.place > 1 and keyed.is_invitation
    returning seats.license_id, seats.email
)
insert into license_events (license_id, at, act, by_kind, details)
  select license_id, now(), 'seats.double_freed', 'system',
    jsonb_build_object('count', count(*), 'addresses', jsonb_agg(email order by email))
  from freed group by license_id;

with wanted as (
  select seats.id, seats.license_id, coalesce(accounts.email_key, ascii_address(seats.email_key)) as key
  from seats left join accounts on accounts.id = seats.account_id
  where octet_length(seats.email_key) <> length(seats.email_key)
)
update seats set email_key = wanted.key from wanted
  where wanted.id = seats.id and wanted.key <> seats.email_key
    and not exists (select from seats as other where other.license_id = seats.license_id and other.email_key = wanted.key);

-- A confirm key is stored as a hash together with the key of its address, so it works no more; the person asks for a new one.
delete from mailed_secrets where account_id is null and used_at is null and octet_length(address_key) <> length(address_key);
update mailed_secrets set address_key = ascii_address(address_key) where octet_length(address_key) <> length(address_key);
update sign_ups set email_key = ascii_address(email_key) where octet_length(email_key) <> length(email_key);
update erasures set addresses = array(
    select address from unnest(addresses) as address union select ascii_address(address) from unnest(addresses) as address)
  where exists (select from unnest(addresses) as address where octet_length(address) <> length(address));

drop function ascii_address(text);
drop function ascii_label(text);
