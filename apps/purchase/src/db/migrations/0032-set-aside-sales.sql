alter table sales
  add column refused_at timestamptz,
  add column refusal text,
  add column tries int not null default 0,
  add column next_try_at timestamptz,
  add column told_as jsonb;
