//! Cells of files for spreadsheets.

/// Returns the cell that shows a text in a spreadsheet, which takes some texts for formulas: a leading apostrophe says that
/// this one is none (OWASP, "CSV Injection").
pub(super) fn plain_cell(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::plain_cell;

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(plain_cell(text.to_owned()), format!("'{text}"));
        }
        for text in ["", "a=1", "2026-03-01", "'=1"] {
            assert_eq!(plain_cell(text.to_owned()), text);
        }
    }
}
