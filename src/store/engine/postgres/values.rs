//! Values as PostgreSQL's driver gives and takes them.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use bytes::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::store::engine::connection::Columns;
use crate::store::engine::{Parameters, Value};

/// The parameters as the driver takes them.
pub(super) fn parameters(values: Parameters<'_>) -> impl ExactSizeIterator<Item = Parameter<'_>> {
    values.iter().map(|value| Parameter(value.to_value()))
}

/// A value as a parameter of the driver, of the type that the server inferred from the statement.
pub(super) struct Parameter<'value>(Value<'value>);

/// The driver logs parameters; some are secrets.
impl fmt::Debug for Parameter<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("***")
    }
}

impl ToSql for Parameter<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match (&self.0, kind) {
            (Value::Null, _) => Ok(IsNull::Yes),
            (Value::Integer(number), &Type::INT8) => number.to_sql(kind, out),
            (Value::Integer(number), &Type::INT4) => i32::try_from(*number)?.to_sql(kind, out),
            (Value::Integer(number), &Type::BOOL) => (*number != 0).to_sql(kind, out),
            (Value::Real(number), &Type::FLOAT8) => number.to_sql(kind, out),
            (Value::Text(text), &Type::TEXT) => text.to_sql(kind, out),
            (Value::Bytes(bytes), &Type::BYTEA) => bytes.to_sql(kind, out),
            (_, kind) => Err(format!("the value cannot be a parameter of the type {kind}").into()),
        }
    }

    fn accepts(_kind: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// A value of a column.
struct Received<'value>(Value<'value>);

impl<'value> FromSql<'value> for Received<'value> {
    fn from_sql(kind: &Type, raw: &'value [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(match *kind {
            Type::INT8 => Value::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Value::Integer(i32::from_sql(kind, raw)?.into()),
            Type::BOOL => Value::Integer(bool::from_sql(kind, raw)?.into()),
            Type::FLOAT8 => Value::Real(f64::from_sql(kind, raw)?),
            Type::TEXT => Value::Text(Cow::Borrowed(<&str>::from_sql(kind, raw)?)),
            Type::BYTEA => Value::Bytes(raw),
            _ => return Err(format!("a column of the type {kind} cannot be read").into()),
        }))
    }

    fn from_sql_null(_kind: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(Value::Null))
    }

    fn accepts(_kind: &Type) -> bool {
        true
    }
}

impl Columns for postgres::Row {
    fn count(&self) -> usize {
        self.len()
    }

    fn name(&self, number: usize) -> Option<&str> {
        self.columns().get(number).map(postgres::Column::name)
    }

    fn value(&self, number: usize) -> Option<Value<'_>> {
        let received: Result<Received<'_>, _> = self.try_get(number);
        received.ok().map(|Received(value)| value)
    }
}
