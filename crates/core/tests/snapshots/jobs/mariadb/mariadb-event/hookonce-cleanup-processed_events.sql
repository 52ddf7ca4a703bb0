-- Runs the clean-up in the server, every night at 03:17 of the session's time zone, until nothing is left to delete.
-- Needs the right EVENT, and event_scheduler = ON in the server's configuration. DELIMITER is for the client:
-- other programs send the statement between the delimiters alone.
DELIMITER //
CREATE EVENT IF NOT EXISTS `hookonce_cleanup_processed_events`
ON SCHEDULE EVERY 1 DAY STARTS CURRENT_DATE + INTERVAL 1 DAY + INTERVAL 197 MINUTE
DO BEGIN
  REPEAT
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
    START TRANSACTION;
    DELETE e FROM (SELECT `key` FROM `processed_events` WHERE status = 'done' AND done_at < utc_timestamp(6) - INTERVAL 30 DAY LIMIT 10000 FOR UPDATE SKIP LOCKED) AS old STRAIGHT_JOIN `processed_events` AS e ON e.`key` = old.`key`;
    SET @hookonce_deleted = row_count();
    COMMIT;
  UNTIL @hookonce_deleted = 0 END REPEAT;
END
//
DELIMITER ;
