-- What comes again and again makes the records grow for ever: sign-ins, their ends, refused tries. These end after a while;
-- what changed an account stays as long as the account.
create index security_events_passing on security_events (at) where kind in (
  'session.opened', 'session.refused', 'session.ended', 'session.others_ended',
  'password.proof_refused', 'second_factor.refused', 'passkey.refused'
);
create index license_events_at on license_events using brin (at);

-- Records only grow, and the service may not change them: their end is the owner's, so many rows at a time, and never of the last
-- year, whatever the service asks for.
create function end_of_records(passing_before timestamptz, licenses_before timestamptz, most integer) returns integer
language plpgsql security definer set search_path = accounts, pg_temp as $$
declare
  year_ago constant timestamptz := clock_timestamp() - interval '366 days';
  ended integer;
  of_licenses integer;
begin
  delete from security_events where id in (
    select id from security_events
    where kind in (
        'session.opened', 'session.refused', 'session.ended', 'session.others_ended',
        'password.proof_refused', 'second_factor.refused', 'passkey.refused'
      ) and at < least(passing_before, year_ago)
    order by at limit most
  );
  get diagnostics ended = row_count;
  delete from license_events where id in (
    select id from license_events where at < least(licenses_before, year_ago) limit most
  );
  get diagnostics of_licenses = row_count;
  return ended + of_licenses;
end $$;
revoke execute on function end_of_records(timestamptz, timestamptz, integer) from public;
grant execute on function end_of_records(timestamptz, timestamptz, integer) to foyer_accounts;
