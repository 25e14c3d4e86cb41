//! Accounts that go: on their reader's wish, or because nobody ever showed that the address is theirs.

use crate::domain::code::{CODES_A_DAY_OF_UNKNOWN, WRONG_TRIES_MAX_OF_UNKNOWN};
use crate::domain::user::Email;
use crate::domain::{Time, UserId};
use crate::store::engine::{StoreError, Tx, params};

/// Removes an account with its likes and bookmarks; its comments stay without a name.
pub fn remove(tx: &mut Tx<'_>, id: UserId) -> Result<(), StoreError> {
    let id = id.to_string();
    for uncount in [
        "update posts set like_count = like_count - 1
         where id in (select post_id from post_likes where user_id = ?1)",
        "update posts set bookmark_count = bookmark_count - 1
         where id in (select post_id from post_bookmarks where user_id = ?1)",
        "update comments set like_count = like_count - 1
         where id in (select comment_id from comment_likes where user_id = ?1)",
    ] {
        tx.execute(uncount, params![id])?;
    }
    tx.execute("delete from users where id = ?1", params![id])?;
    Ok(())
}

/// Removes an account with this address that nobody verified.
pub fn remove_unverified_with(tx: &mut Tx<'_>, email: &Email) -> Result<(), StoreError> {
    tx.execute(
        "delete from users where email = ?1 and verified_at is null",
        params![email.as_str()],
    )?;
    Ok(())
}

/// Removes the accounts made before `moment` whose address nobody verified, and gives their number. One stays while
/// strangers have lately, after `moment`, used up all tries or codes of the networks that it does not know, but not
/// when it was made before `longest`: else they could keep an address from its owner for ever.
pub fn remove_unverified(tx: &mut Tx<'_>, moment: Time, longest: Time) -> Result<usize, StoreError> {
    tx.execute(
        "delete from users where verified_at is null and created_at < ?1
         and (created_at < ?2
              or (not exists (select 1 from code_tries t
                              where t.account = users.id and t.purpose = 'verify_email' and t.network = ''
                                and t.wrong_tries >= ?3 and t.last_at >= ?1)
                  and not exists (select 1 from one_time_codes c
                                  where c.account = users.id and c.purpose = 'verify_email'
                                    and c.network_is_known = 0 and c.created_at >= ?1
                                  limit 1 offset ?4 - 1)))",
        params![
            moment.milliseconds(),
            longest.milliseconds(),
            WRONG_TRIES_MAX_OF_UNKNOWN,
            CODES_A_DAY_OF_UNKNOWN
        ],
    )
}
