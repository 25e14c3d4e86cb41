//! The settings and the redirects of an export.

use std::io::{self, Write};

use super::{CHUNK_ROWS, ExportError, Exporter};
use crate::actions::spam;
use crate::domain::redirect::RedirectTarget;
use crate::domain::site::{IconForm, StoredSite};
use crate::moving::site::{ICONS, LOGO, REDIRECT_COLUMNS, REDIRECTS, SETTINGS, SettingsRecord};
use crate::store::{Tx, redirects, site};

impl<Output: Write> Exporter<'_, '_, Output> {
    /// Adds what the panel has stored about the site, with its logo and its icons. The mail server belongs to this machine, and
    /// its password to nobody else.
    pub(super) fn settings(&mut self) -> Result<(), ExportError> {
        let stored = site::load(self.tx)?;
        let rules = spam::load_rules(self.tx)?;
        if stored.version > 0 {
            self.site_pictures(&stored.site)?;
        }
        let record = SettingsRecord {
            site: (stored.version > 0).then_some(stored.site),
            spam_rules: (rules.version > 0).then(|| rules.value.figures().clone()),
        };
        let mut bytes = serde_json::to_vec_pretty(&record).map_err(io::Error::from)?;
        bytes.push(b'\n');
        Ok(self.archive.add(SETTINGS, &bytes)?)
    }

    fn site_pictures(&mut self, stored: &StoredSite) -> Result<(), ExportError> {
        if let Some(logo) = stored.logo() {
            self.picture(LOGO, &logo.hash)?;
        }
        for form in IconForm::ALL {
            if let Some(icon) = site::icon(self.tx, form)? {
                self.archive.add(&format!("{ICONS}{}", form.path()), &icon)?;
            }
        }
        Ok(())
    }

    /// Adds all redirects, in the form that the import of redirects takes as well.
    pub(super) fn redirects(&mut self) -> Result<(), ExportError> {
        let tx = self.tx;
        let mut count = 0;
        self.archive.add_written(REDIRECTS, |file| {
            let mut lines = csv::Writer::from_writer(file);
            lines.write_record(REDIRECT_COLUMNS).map_err(io::Error::from)?;
            count = redirect_lines(tx, &mut lines)?;
            Ok::<_, ExportError>(lines.flush()?)
        })?;
        self.counts.redirects = count;
        self.advance(usize::try_from(count).unwrap_or(usize::MAX));
        Ok(())
    }
}

/// Writes all redirects, and returns their number.
fn redirect_lines(tx: &Tx<'_>, lines: &mut csv::Writer<&mut dyn Write>) -> Result<u64, ExportError> {
    let (mut last, mut count) = (None, 0);
    loop {
        let found = redirects::following(tx, last.as_ref(), CHUNK_ROWS)?;
        for redirect in &found {
            let target = redirect.destination.target().map(RedirectTarget::as_str);
            let status = redirect.destination.status().to_string();
            lines
                .write_record([redirect.path.as_str(), target.unwrap_or_default(), &status])
                .map_err(io::Error::from)?;
        }
        count += found.len() as u64;
        match found.into_iter().next_back() {
            Some(redirect) => last = Some(redirect.path),
            None => return Ok(count),
        }
    }
}
