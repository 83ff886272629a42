-- concurrently
-- The uses of a coupon's code: the purchases and acts that were begun with it and have not failed. See decision 29.
create index concurrently if not exists operations_by_coupon
  on operations ((request #>> '{coupon,promotion}')) where request ? 'coupon';
