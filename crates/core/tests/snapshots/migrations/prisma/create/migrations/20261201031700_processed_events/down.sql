-- Forgets every key: each retry and resend that comes later does its work again.
-- Prisma does not run it by itself. After a migration that failed: `prisma db execute --file` with this file, then
-- `prisma migrate resolve --rolled-back` with the folder's name. After one that worked: a new migration with these statements.
DROP TABLE IF EXISTS business_log;
DROP TABLE IF EXISTS processed_events;
