-- What a queued mail says, encrypted with a key that is not in the database: subject, bodies and list_unsubscribe, which
-- are empty then. Null in mails that an earlier version has queued, and in those that were sent or given up.
alter table outbox add column sealed blob;
-- A link that ends mails is not needed once its mail has gone.
update outbox set list_unsubscribe = null where done_at is not null and list_unsubscribe is not null;
