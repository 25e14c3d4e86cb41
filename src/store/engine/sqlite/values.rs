//! Values as SQLite's driver gives and takes them.

use std::borrow::Cow;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Params, ToSql, params_from_iter};

use crate::store::engine::{Parameters, Value};

/// A value as a parameter of the driver.
struct Parameter<'value>(Value<'value>);

impl ToSql for Parameter<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match &self.0 {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// The parameters as the driver takes them.
pub(in crate::store::engine) fn parameters(values: Parameters<'_>) -> impl Params {
    params_from_iter(values.iter().map(|value| Parameter(value.to_value())))
}

/// Returns the value of a column; `None` for a text that is not UTF-8.
pub(in crate::store::engine) fn value(column: ValueRef<'_>) -> Option<Value<'_>> {
    Some(match column {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(Cow::Borrowed(str::from_utf8(text).ok()?)),
        ValueRef::Blob(bytes) => Value::Bytes(bytes),
    })
}
