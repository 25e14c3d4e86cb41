//! How people want the mails of each kind of notices. Only what is not the default has a row.

use std::collections::HashMap;

use super::engine::{StoreError, each_text, params, strings};
use crate::domain::notice::{How, NoticeKind, Preferences};
use crate::domain::{AccountId, PostId};
use crate::store::Tx;

/// Returns how an account gets the mails of all kinds.
pub fn of(tx: &Tx<'_>, account: AccountId) -> Result<Preferences, StoreError> {
    let mut preferences = Preferences::default();
    let chosen = tx.query_all(OF_ACCOUNT, params![account], |row| {
        Ok((row.get::<NoticeKind>("kind")?, row.get::<How>("how")?))
    })?;
    for (kind, how) in chosen {
        preferences.set(kind, how);
    }
    Ok(preferences)
}

pub(super) const OF_ACCOUNT: &str = "select kind, how from mail_preferences where account = ?1";

/// Returns how each of several accounts gets the mails of all kinds.
pub fn of_all(tx: &Tx<'_>, accounts: &[AccountId]) -> Result<HashMap<AccountId, Preferences>, StoreError> {
    let mut all: HashMap<AccountId, Preferences> = accounts
        .iter()
        .map(|account| (*account, Preferences::default()))
        .collect();
    let ids: Vec<String> = accounts.iter().map(AccountId::to_string).collect();
    tx.query_while(ALL_OF_ACCOUNTS, params![strings(&ids)], |row| {
        if let Some(preferences) = all.get_mut(&row.get("account")?) {
            preferences.set(row.get("kind")?, row.get("how")?);
        }
        Ok(true)
    })?;
    Ok(all)
}

pub(super) const ALL_OF_ACCOUNTS: &str = concat!(
    "select p.account, p.kind, p.how from ",
    each_text!("?1"),
    " as wanted join mail_preferences p on p.account = wanted.value"
);

/// Returns how an account gets the mails of a kind.
pub fn how(tx: &Tx<'_>, account: AccountId, kind: NoticeKind) -> Result<How, StoreError> {
    let chosen = tx.query_value(
        "select how from mail_preferences where account = ?1 and kind = ?2",
        params![account, kind],
    )?;
    Ok(chosen.unwrap_or_else(|| kind.default_how()))
}

/// Returns how each of several accounts gets the mails of a kind.
pub fn how_of(
    tx: &Tx<'_>,
    accounts: &[AccountId],
    kind: NoticeKind,
) -> Result<HashMap<AccountId, How>, StoreError> {
    let mut all: HashMap<AccountId, How> = accounts
        .iter()
        .map(|account| (*account, kind.default_how()))
        .collect();
    let ids: Vec<String> = accounts.iter().map(AccountId::to_string).collect();
    all.extend(tx.query_all(OF_ACCOUNTS, params![strings(&ids), kind], |row| {
        Ok((row.get::<AccountId>("account")?, row.get::<How>("how")?))
    })?);
    Ok(all)
}

pub(super) const OF_ACCOUNTS: &str = concat!(
    "select p.account, p.how from ",
    each_text!("?1"),
    " as wanted join mail_preferences p on p.account = wanted.value where p.kind = ?2"
);

/// Changes how an account gets the mails of these kinds.
pub fn set(tx: &mut Tx<'_>, account: AccountId, changes: &[(NoticeKind, How)]) -> Result<(), StoreError> {
    for (kind, how) in changes {
        if *how == kind.default_how() {
            tx.execute(
                "delete from mail_preferences where account = ?1 and kind = ?2",
                params![account, kind],
            )?;
        } else {
            tx.execute(
                "insert into mail_preferences (account, kind, how) values (?1, ?2, ?3)
                 on conflict (account, kind) do update set how = excluded.how",
                params![account, kind, how],
            )?;
        }
    }
    Ok(())
}

/// Whether an id is that of a reader or of a member of the staff.
pub fn is_account(tx: &Tx<'_>, id: AccountId) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from users where id = ?1 union all select 1 from admins where id = ?1",
        params![id],
    )
}

/// Ends the notices of comments on a post that an account follows.
pub fn unfollow_post(tx: &mut Tx<'_>, account: AccountId, post: PostId) -> Result<(), StoreError> {
    tx.execute(
        "delete from follows where user_id = ?1 and kind = 'post' and target = ?2",
        params![account, post],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{SystemEntropy, Time};
    use crate::store::{Store, StoreOptions};

    #[test]
    fn stores_what_is_not_the_default_and_forgets_it_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreOptions::new(folder.path().join("blog.db"), 1)).unwrap();
        let [ada, bo] = [1, 2].map(|at| AccountId::new(Time::from_milliseconds(at), &SystemEntropy));
        let (stored, all, after) = store
            .write_blocking(move |tx| {
                set(
                    tx,
                    ada,
                    &[(NoticeKind::Reply, How::Off), (NoticeKind::Post, How::Daily)],
                )?;
                set(tx, ada, &[(NoticeKind::Post, How::Each)])?;
                let (stored, all) = (of(tx, ada)?, how_of(tx, &[ada, bo], NoticeKind::Post)?);
                set(
                    tx,
                    ada,
                    &[(NoticeKind::Reply, How::Each), (NoticeKind::Post, How::Weekly)],
                )?;
                let rows = tx.query_value::<u64>("select count(*) from mail_preferences", params![])?;
                Ok::<_, StoreError>((stored, all, (of(tx, ada)?, rows)))
            })
            .unwrap();
        assert_eq!(stored.how(NoticeKind::Reply), How::Off);
        assert_eq!(stored.how(NoticeKind::Post), How::Each);
        assert_eq!(stored.how(NoticeKind::Thread), How::Off);
        assert_eq!((all[&ada], all[&bo]), (How::Each, How::Weekly));
        assert_eq!(after, (Preferences::default(), Some(0)));
    }
}
