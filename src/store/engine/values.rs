//! The types of the domain as values of columns.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::domain::admin::AdminName;
use crate::domain::code::Purpose;
use crate::domain::comment::CommentText;
use crate::domain::post::{Status, Title};
use crate::domain::user::{Bio, EmailAddress, Name};
use crate::domain::{
    Account, AdminId, AuthorId, Category, CodeId, CommentId, MailId, NetworkHash, PostId, Slug, Time,
    TokenId, UserId,
};

/// Stores types as the texts that one of their methods returns.
macro_rules! to_text {
    ($method:ident: $($type:ty),+) => {$(
        impl ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.$method().into())
            }
        }
    )+};
}

to_text!(as_str: AdminName, Bio, CommentText, EmailAddress, Name, NetworkHash, Slug, Title);
to_text!(name: Category, Purpose, Status);
to_text!(to_string: Account, AdminId, AuthorId, CodeId, CommentId, MailId, PostId, TokenId, UserId);

/// Reads types from the texts that their function `parse` accepts.
macro_rules! from_text {
    ($parsed:ident => $value:expr; $($type:ty),+) => {$(
        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                let $parsed = Self::parse(value.as_str()?);
                $value.ok_or(FromSqlError::InvalidType)
            }
        }
    )+};
}

from_text!(parsed => parsed; AdminId, AuthorId, CodeId, CommentId, MailId, PostId, TokenId, UserId);
from_text!(parsed => parsed.ok(); Category, Slug, Status);

impl FromSql for EmailAddress {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        String::column_result(value).map(Self::from_stored)
    }
}

/// Times are stored in milliseconds.
impl ToSql for Time {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.milliseconds().into())
    }
}

impl FromSql for Time {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self::from_milliseconds)
    }
}
