-- Somebody who was added by her account name has not agreed to be known: false until she first reads which licenses she manages.
-- True for everybody from before, and for whoever got her license otherwise.
alter table license_owners add column accepted boolean not null default true;
