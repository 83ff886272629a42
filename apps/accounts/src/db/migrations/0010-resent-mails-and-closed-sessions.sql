-- Invitations that were asked for again while their mail still waited: so many mails follow the one that waits.
alter table seats add column mails_again integer not null default 0
  constraint seat_mails_again check (mails_again >= 0);
-- The session ended because its account was closed: it opens nothing, but its owner is told why until the token would have expired.
alter table sessions add column account_closed boolean not null default false;
