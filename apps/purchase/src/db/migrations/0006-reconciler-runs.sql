-- Every run of the reconciler is kept for a while: those that run by themselves look at a part, those that are asked for at everything.
alter table reconciler_runs
  add column what text not null default 'everything'
    constraint reconciler_runs_what check (what in ('everything', 'subscriptions', 'events', 'operations')),
  add column took_ms int not null default 0,
  -- Things that were put right; of a dry run none.
  add column mended int not null default 0,
  -- What could not be put right, each with its reason.
  add column unmended jsonb not null default '[]';
alter table reconciler_runs alter column what drop default;
create index reconciler_runs_by_what on reconciler_runs (what, id desc);
