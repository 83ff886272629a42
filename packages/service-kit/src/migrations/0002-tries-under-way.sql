-- Of the tries that are counted, those whose outcome is open, and until when their processes are taken for alive.
alter table rate_limits
  add column under_way integer not null default 0,
  add column under_way_until timestamptz;
