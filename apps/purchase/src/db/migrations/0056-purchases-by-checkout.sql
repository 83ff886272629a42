-- concurrently
create index concurrently if not exists operations_by_bought_quote on operations ((request -> 'quote' ->> 'id')) where kind = 'buy';
create index concurrently if not exists sales_of_license on sales (registration_id);
