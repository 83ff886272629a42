-- Whose a quote is, and until when a staged one is held to: the quote itself says what is staged, each caller's her own.
alter table quotes
  -- account name of whom it was shown to; null for one of the version before
  add column shown_to text,
  -- by the wall clock: which one was staged last
  add column staged_at timestamptz,
  add column staged_until timestamptz,
  add constraint quotes_staged_whole check ((staged_at is null) = (staged_until is null));
create index quotes_staged on quotes (subscription_id, staged_at desc) where staged_at is not null;

-- A change that is staged now is held to where its quote is named.
update quotes set staged_at = staged.staged_at, staged_until = staged.expires_at
from staged_changes staged where staged.quote_id = quotes.id;

-- Only the version before writes here, while it serves on; its quotes are pruned all the same.
alter table staged_changes drop constraint staged_changes_quote_id_fkey;

-- What became of a quote.
create index operations_by_quote on operations (subscription_id, (request -> 'quote' ->> 'id'), number desc);
