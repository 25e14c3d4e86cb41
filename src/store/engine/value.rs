//! Values of parameters and columns, which the drivers of the databases translate.

use std::borrow::Cow;

/// A value of a parameter or of a column.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::store) enum Value<'value> {
    Null,
    Integer(i64),
    Real(f64),
    Text(Cow<'value, str>),
    Bytes(&'value [u8]),
}

/// A type whose values can be parameters of a statement.
pub(in crate::store) trait ToValue {
    fn to_value(&self) -> Value<'_>;
}

/// A type whose values can be read from a column.
pub(in crate::store) trait FromValue: Sized {
    /// Returns `None` if the column holds something else.
    fn from_value(value: Value<'_>) -> Option<Self>;
}

/// The parameters of a statement, in the order of their numbers.
pub(in crate::store) type Parameters<'values> = &'values [&'values dyn ToValue];

/// The parameters of a statement.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$(&$value as &dyn $crate::store::engine::ToValue),*] as $crate::store::engine::Parameters<'_>
    };
}
pub(in crate::store) use params;

impl ToValue for Value<'_> {
    fn to_value(&self) -> Value<'_> {
        match self {
            Self::Text(text) => Value::Text(Cow::Borrowed(text)),
            other => other.clone(),
        }
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value<'_> {
        (**self).to_value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, ToValue::to_value)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

/// A number beyond the integers of a column is the largest of them.
macro_rules! integers {
    ($($type:ty),+) => {$(
        impl ToValue for $type {
            fn to_value(&self) -> Value<'_> {
                Value::Integer(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }

        impl FromValue for $type {
            fn from_value(value: Value<'_>) -> Option<Self> {
                match value {
                    Value::Integer(number) => number.try_into().ok(),
                    _ => None,
                }
            }
        }
    )+};
}

integers!(u16, u32, u64, usize);

impl ToValue for i64 {
    fn to_value(&self) -> Value<'_> {
        Value::Integer(*self)
    }
}

impl FromValue for i64 {
    fn from_value(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Integer(number) => Some(number),
            _ => None,
        }
    }
}

/// Flags are stored as 0 or 1.
impl ToValue for bool {
    fn to_value(&self) -> Value<'_> {
        Value::Integer((*self).into())
    }
}

impl FromValue for bool {
    fn from_value(value: Value<'_>) -> Option<Self> {
        i64::from_value(value).map(|number| number != 0)
    }
}

impl ToValue for f64 {
    fn to_value(&self) -> Value<'_> {
        Value::Real(*self)
    }
}

impl FromValue for f64 {
    fn from_value(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Real(number) => Some(number),
            _ => None,
        }
    }
}

impl ToValue for str {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.into())
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value<'_> {
        self.as_str().to_value()
    }
}

impl FromValue for String {
    fn from_value(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.into_owned()),
            _ => None,
        }
    }
}

impl ToValue for [u8] {
    fn to_value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl ToValue for Vec<u8> {
    fn to_value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Bytes(bytes) => Some(bytes.to_vec()),
            _ => None,
        }
    }
}
