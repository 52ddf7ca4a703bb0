-- Forgets every key: each retry and resend that comes later does its work again.
DROP TABLE IF EXISTS business_log;
DROP TABLE IF EXISTS processed_events;
