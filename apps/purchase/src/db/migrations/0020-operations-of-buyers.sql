-- The purchases of a customer, newest first, for limits; and the purchase of a subscription, for what the provider says of it.
create index operations_of_buyer on operations (customer_id, number desc) where kind = 'buy';
create index operations_by_bought_subscription on operations ((request #>> '{made,subscription}')) where kind = 'buy';

-- When staff allowed a customer to buy again after declined cards.
alter table customers add column may_buy_since timestamptz;
