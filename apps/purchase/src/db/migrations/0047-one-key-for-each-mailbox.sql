-- The key of an address has its domain in ASCII (IDNA), as in the accounts service's migration of that name.

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

-- A second contact with the same mailbox keeps its key: it gets its mails, and its customer can remove it.
with wanted as (
  select id, customer_id, ascii_address(email_key) as key,
    row_number() over (partition by customer_id, ascii_address(email_key) order by added_at, id) as place
  from billing_contacts where octet_length(email_key) <> length(email_key)
)
update billing_contacts set email_key = wanted.key from wanted
  where wanted.id = billing_contacts.id and wanted.place = 1
    and not exists (select from billing_contacts as other
      where other.customer_id = wanted.customer_id and other.email_key = wanted.key);

drop function ascii_address(text);
drop function ascii_label(text);
