-- concurrently
-- Expired quotes on paper are deleted by this, a few thousand rows at a time.
create index concurrently if not exists paper_quotes_expiry on paper_quotes (expires_at);
