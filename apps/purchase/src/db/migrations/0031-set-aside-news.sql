-- A message that the accounts service refuses is set aside with its reason, tried again from time to time, and the
-- later ones are sent. `told_as` is what staff had it told as. `sent_at` is also set when a later state was taken.
alter table news
  add column refused_at timestamptz,
  add column refusal text,
  add column tries int not null default 0,
  add column next_try_at timestamptz,
  add column told_as jsonb;
