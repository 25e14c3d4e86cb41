//! A reader of the CBOR that authenticators write (CTAP 2.2, § 8): definite lengths, the shortest form of each number, no
//! tags and no fractions, nested at most four deep.

use super::WebauthnError;

const DEPTH_MAX: u32 = 4;
/// No object of an authenticator has more.
const ENTRIES_MAX: usize = 64;

const MAP: u8 = 5;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Integer(i64),
    Bytes(&'a [u8]),
    Text(&'a str),
    Array(Vec<Self>),
    Map(Vec<(Self, Self)>),
    /// False, true, null or undefined.
    Simple(u8),
}

impl<'a> Value<'a> {
    /// Reads a map, and returns it with the bytes after it.
    pub(super) fn map_and_rest(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), WebauthnError> {
        let mut reader = Reader(bytes);
        match reader.value(0)? {
            map @ Self::Map(_) => Ok((map, reader.0)),
            _ => Err(WebauthnError::Malformed),
        }
    }

    /// Reads a map after which nothing follows.
    pub(super) fn map(bytes: &'a [u8]) -> Result<Self, WebauthnError> {
        match Self::map_and_rest(bytes)? {
            (map, []) => Ok(map),
            _ => Err(WebauthnError::Malformed),
        }
    }

    /// Returns the value of a key of a map.
    pub(super) fn get(&self, key: &Value<'_>) -> Option<&Self> {
        let Self::Map(entries) = self else { return None };
        entries
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value)
    }

    pub(super) fn bytes(&self) -> Option<&'a [u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn value(&mut self, depth: u32) -> Result<Value<'a>, WebauthnError> {
        if depth > DEPTH_MAX {
            return Err(WebauthnError::Malformed);
        }
        let [head] = *self.take(1)? else {
            return Err(WebauthnError::Malformed);
        };
        let (kind, short) = (head >> 5, head & 0x1f);
        if kind == 7 {
            return match short {
                20..=23 => Ok(Value::Simple(short)),
                _ => Err(WebauthnError::Malformed),
            };
        }
        let number = self.number(short)?;
        let length = usize::try_from(number).map_err(|_| WebauthnError::Malformed)?;
        match kind {
            0 => integer(number).map(Value::Integer),
            1 => integer(number).map(|number| Value::Integer(-1 - number)),
            2 => self.take(length).map(Value::Bytes),
            3 => std::str::from_utf8(self.take(length)?)
                .map(Value::Text)
                .map_err(|_| WebauthnError::Malformed),
            4 | MAP if length > ENTRIES_MAX => Err(WebauthnError::Malformed),
            4 => (0..length)
                .map(|_| self.value(depth + 1))
                .collect::<Result<_, _>>()
                .map(Value::Array),
            MAP => self.entries(length, depth + 1).map(Value::Map),
            _ => Err(WebauthnError::Malformed),
        }
    }

    /// Reads the entries of a map, whose keys differ.
    fn entries(&mut self, length: usize, depth: u32) -> Result<Vec<(Value<'a>, Value<'a>)>, WebauthnError> {
        let mut entries: Vec<(Value<'a>, Value<'a>)> = Vec::new();
        for _ in 0..length {
            let key = self.value(depth)?;
            if entries.iter().any(|(known, _)| *known == key) {
                return Err(WebauthnError::Malformed);
            }
            entries.push((key, self.value(depth)?));
        }
        Ok(entries)
    }

    fn number(&mut self, short: u8) -> Result<u64, WebauthnError> {
        let (width, least) = match short {
            0..=23 => return Ok(short.into()),
            24 => (1, 24),
            25 => (2, 1 << 8),
            26 => (4, 1 << 16),
            27 => (8, 1 << 32),
            _ => return Err(WebauthnError::Malformed),
        };
        let bytes = self.take(width)?;
        let number = bytes
            .iter()
            .fold(0, |number, byte| number << 8 | u64::from(*byte));
        if number < least {
            return Err(WebauthnError::Malformed);
        }
        Ok(number)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], WebauthnError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(WebauthnError::Malformed)?;
        self.0 = rest;
        Ok(taken)
    }
}

fn integer(number: u64) -> Result<i64, WebauthnError> {
    i64::try_from(number).map_err(|_| WebauthnError::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_values_of_authenticators() {
        // {1: 2, 3: -7, "a": h'0102', "b": [true, null]}
        let bytes = hex::decode("a401020326616142010261628 2f5f6".replace(' ', "")).unwrap();
        let map = Value::map(&bytes).unwrap();
        assert_eq!(map.get(&Value::Integer(1)), Some(&Value::Integer(2)));
        assert_eq!(map.get(&Value::Integer(3)), Some(&Value::Integer(-7)));
        assert_eq!(
            map.get(&Value::Text("a")).unwrap().bytes(),
            Some([1, 2].as_slice())
        );
        let list = Value::Array(vec![Value::Simple(21), Value::Simple(22)]);
        assert_eq!(map.get(&Value::Text("b")), Some(&list));
        assert_eq!(map.get(&Value::Integer(4)), None);
        let followed = [bytes.as_slice(), b"rest"].concat();
        assert_eq!(Value::map_and_rest(&followed).unwrap().1, b"rest");
        assert!(Value::map(&followed).is_err());
    }

    #[test]
    fn refuses_everything_else() {
        for (digits, why) in [
            ("", "nothing"),
            ("a1", "no entry"),
            ("a101", "no value"),
            ("a10143ffff", "too few bytes"),
            ("a1015bffffffffffffffff", "a length beyond all memory"),
            ("a1019bffffffffffffffff", "an array beyond all memory"),
            ("a1011bffffffffffffffff", "a number beyond 63 bits"),
            ("bf0102ff", "an indefinite length"),
            ("a1011801", "a number in a longer form"),
            ("a101c001", "a tag"),
            ("a101f93c00", "a fraction"),
            ("a10161ff", "no UTF-8"),
            ("a201020102", "a key twice"),
            ("a1018181818101", "nested too deep"),
            ("8101", "no map"),
        ] {
            let bytes = hex::decode(digits).unwrap();
            assert!(Value::map(&bytes).is_err(), "{why}");
        }
        let long = [vec![0xa1, 1, 0x98, 65], vec![0; 65]].concat();
        assert!(Value::map(&long).is_err());
    }
}
