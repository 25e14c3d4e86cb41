//! Lists as one parameter of a statement, each a JSON array.

use crate::domain::search::SearchWords;

/// A subquery with one column, `value`: the items of a list that [`strings`] binds as one parameter. In the place of a table it
/// needs a name, `as …`, since PostgreSQL 15 takes no table without one.
macro_rules! each_text {
    ($parameter:literal) => {
        concat!("(select value from json_each(", $parameter, "))")
    };
}
pub(in crate::store) use each_text;

/// A subquery with one column, `value`: the items of a list that [`integers`] binds as one parameter. In the place of a table
/// it needs a name, as that of [`each_text!`].
macro_rules! each_integer {
    ($parameter:literal) => {
        concat!(
            "(select cast(value as bigint) as value from json_each(",
            $parameter,
            "))"
        )
    };
}
pub(in crate::store) use each_integer;

/// A condition: the folded text contains every word of the list that [`folded_words`] binds as one parameter. It scans
/// the text, so use it for lists of administrators only.
macro_rules! has_every_word {
    ($folded_text:literal, $parameter:literal) => {
        concat!(
            "not exists (select 1 from json_each(",
            $parameter,
            ") as word where instr(",
            $folded_text,
            ", word.value) = 0)"
        )
    };
}
pub(in crate::store) use has_every_word;

/// The words as one parameter for [`has_every_word!`], or `None` if there are no words.
pub(in crate::store) fn folded_words(words: &SearchWords) -> Option<String> {
    let words: Vec<String> = words.iter().map(str::to_owned).collect();
    (!words.is_empty()).then(|| strings(&words))
}

/// A list of integers as one parameter for [`each_integer!`].
pub(in crate::store) fn integers(values: &[i64]) -> String {
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("[{}]", texts.join(","))
}

/// A list of texts as one parameter for [`each_text!`].
pub(in crate::store) fn strings(values: &[String]) -> String {
    serde_json::Value::from(values).to_string()
}
