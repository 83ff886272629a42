create table seats (
  id text primary key,
  license_id text not null references licenses on delete cascade,
  status text not null constraint seat_status_known check (status in ('active', 'expiring', 'pending')),
  -- Who holds it; null while it is an invitation.
  account_id text references accounts,
  -- The holder's name and address are kept here too, so that a list of 2,200 seats is read without a join.
  username text,
  email text not null,
  email_key text not null,
  created_at timestamptz not null,
  -- Order of making, which decides at equal times.
  position bigint generated always as identity,

  -- Of an invitation alone. The reference and the short code are kept readable: the manager may share the link at any time,
  -- and sending it again sends the same.
  reference text constraint seat_reference_unique unique,
  short_code text constraint seat_short_code_unique unique,
  invitation_expires_at timestamptz,
  invited_by text,
  -- 'queued' until the mail server took the invitation ('sent') or refused its address for good ('refused').
  mail_state text constraint seat_mail_state_known check (mail_state in ('queued', 'sent', 'refused')),

  constraint seat_is_held_or_invited check (
    (status = 'pending') = (account_id is null)
    and (status = 'pending') = (username is null)
    and (status = 'pending') = (reference is not null)
    and (status = 'pending') = (short_code is not null)
    and (status = 'pending') = (invitation_expires_at is not null)
  )
);
create unique index seats_holder on seats (license_id, account_id) where account_id is not null;
create unique index seats_invited_address on seats (license_id, email_key) where status = 'pending';
create index seats_account on seats (account_id) where account_id is not null;
create index seats_license on seats (license_id, created_at, position);

-- The counters of `licenses` follow the seats in the same transaction, one statement at a time. Writers lock the licence's row first.
create function count_seats_added() returns trigger language plpgsql set search_path from current as $$
begin
  update licenses set used_seats = used_seats + added.used, invited_seats = invited_seats + added.invited
  from (
    select license_id, count(*) as used, count(*) filter (where status = 'pending') as invited from new_seats group by license_id
  ) added
  where licenses.id = added.license_id;
  return null;
end $$;

create function count_seats_removed() returns trigger language plpgsql set search_path from current as $$
begin
  update licenses set used_seats = used_seats - removed.used, invited_seats = invited_seats - removed.invited
  from (
    select license_id, count(*) as used, count(*) filter (where status = 'pending') as invited from old_seats group by license_id
  ) removed
  where licenses.id = removed.license_id;
  return null;
end $$;

create function count_seats_changed() returns trigger language plpgsql set search_path from current as $$
begin
  update licenses set used_seats = used_seats + changed.used, invited_seats = invited_seats + changed.invited
  from (
    select license_id, sum(used) as used, sum(invited) as invited
    from (
      select license_id, 1 as used, (status = 'pending')::int as invited from new_seats
      union all
      select license_id, -1, -(status = 'pending')::int from old_seats
    ) both_sides
    group by license_id
    having sum(used) <> 0 or sum(invited) <> 0
  ) changed
  where licenses.id = changed.license_id;
  return null;
end $$;

create trigger seats_added after insert on seats referencing new table as new_seats
  for each statement execute function count_seats_added();
create trigger seats_removed after delete on seats referencing old table as old_seats
  for each statement execute function count_seats_removed();
create trigger seats_changed after update on seats referencing old table as old_seats new table as new_seats
  for each statement execute function count_seats_changed();

-- Empty unless a counter disagrees with the seats that it counts.
create view seat_count_faults as
  select licenses.id, licenses.used_seats, licenses.invited_seats, counted.used, counted.invited
  from licenses
  left join lateral (
    select count(*) as used, count(*) filter (where status = 'pending') as invited from seats where license_id = licenses.id
  ) counted on true
  where licenses.used_seats <> counted.used or licenses.invited_seats <> counted.invited or counted.used > licenses.total_seats;
