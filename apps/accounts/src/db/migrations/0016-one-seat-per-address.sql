-- An address holds or is invited to one seat of a license. Where one had two, because its holder had changed to an address
-- that was invited there, the invitation goes; where an account that was closed kept one, that goes.
with doubles as (
  select seats.id, row_number() over (
    partition by seats.license_id, seats.email_key
    order by seats.status = 'pending', accounts.state is distinct from 100, seats.position
  ) as place
  from seats left join accounts on accounts.id = seats.account_id
), freed as (
  delete from seats using doubles where doubles.id = seats.id and doubles.place > 1 returning seats.license_id, seats.email
)
insert into license_events (license_id, at, act, by_kind, details)
  select license_id, now(), 'seats.double_freed', 'system',
    jsonb_build_object('count', count(*), 'addresses', jsonb_agg(email order by email))
  from freed group by license_id;

create unique index seats_address on seats (license_id, email_key);
drop index seats_invited_address;
