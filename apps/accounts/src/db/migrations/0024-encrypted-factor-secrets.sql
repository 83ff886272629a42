-- `second_factors.secret` is encrypted from now on (`v1:<key>:<text>`), the rows that are there as of `not_before`: instances of the version
-- before, which may serve on beside the first new one, can read it only in the clear.
create table secret_sealing (
  is_one boolean primary key default true check (is_one),
  not_before timestamptz not null
);

insert into secret_sealing (not_before)
select case when exists (select from accounts) then now() + interval '30 minutes' else now() end;
