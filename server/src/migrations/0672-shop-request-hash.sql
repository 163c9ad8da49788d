-- The same request makes nothing more; other goods under its number are refused, not silently dropped. Older rows do not say what was
-- asked and go on answering what they made.
alter table shop_request add column request_hash text check (request_hash ~ '^[0-9a-f]{64}$');
