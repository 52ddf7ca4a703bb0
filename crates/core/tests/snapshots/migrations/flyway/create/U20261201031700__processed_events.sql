-- Forgets every key: each retry and resend that comes later does its work again.
-- Flyway Teams and Enterprise run undo files; without them it is to be run by hand.
DROP TABLE IF EXISTS business_log;
DROP TABLE IF EXISTS processed_events;
