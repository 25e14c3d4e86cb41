//! Removal of accounts: at the request of the reader, or because the email address was never verified.

use crate::domain::code::{CODES_PER_DAY_OF_UNKNOWN, WRONG_ATTEMPTS_MAX_OF_UNKNOWN};
use crate::domain::user::EmailAddress;
use crate::domain::{Time, UserId};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{StoreError, params};

/// Removes an account with its likes and bookmarks. Its comments remain, without a commenter.
pub fn remove(tx: &mut Tx<'_>, id: UserId) -> Result<(), StoreError> {
    for decrement in [
        "update posts set like_count = like_count - 1
         where id in (select post_id from post_likes where user_id = ?1)",
        "update posts set bookmark_count = bookmark_count - 1
         where id in (select post_id from post_bookmarks where user_id = ?1)",
        "update comments set like_count = like_count - 1
         where id in (select comment_id from comment_likes where user_id = ?1)",
    ] {
        tx.execute(decrement, params![id])?;
    }
    tx.execute("delete from users where id = ?1", params![id])?;
    tx.changed(Change::Everything);
    Ok(())
}

/// Removes the unverified account with this email address.
pub fn remove_unverified_by_email(tx: &mut Tx<'_>, email: &EmailAddress) -> Result<(), StoreError> {
    let removed = tx.execute(
        "delete from users where email = ?1 and verified_at is null",
        params![email],
    )?;
    if removed > 0 {
        tx.changed(Change::Accounts);
    }
    Ok(())
}

/// Removes the unverified accounts that were created before `moment`, and returns their number. An account remains
/// while others have, after `moment`, used up all tries or codes of the networks that it does not know, unless it was
/// created before `longest`: otherwise they could block the address of its owner forever.
pub fn remove_unverified(tx: &mut Tx<'_>, moment: Time, longest: Time) -> Result<usize, StoreError> {
    let removed = tx.execute(
        "delete from users where verified_at is null and created_at < ?1
         and (created_at < ?2
              or (not exists (select 1 from code_tries t
                              where t.account = users.id and t.purpose = 'verify_email' and t.network = ''
                                and t.wrong_tries >= ?3 and t.last_at >= ?1)
                  and not exists (select 1 from one_time_codes c
                                  where c.account = users.id and c.purpose = 'verify_email'
                                    and c.network_is_known = 0 and c.created_at >= ?1
                                  limit 1 offset ?4)))",
        params![
            moment,
            longest,
            WRONG_ATTEMPTS_MAX_OF_UNKNOWN,
            CODES_PER_DAY_OF_UNKNOWN.saturating_sub(1)
        ],
    )?;
    if removed > 0 {
        tx.changed(Change::Accounts);
    }
    Ok(removed)
}
