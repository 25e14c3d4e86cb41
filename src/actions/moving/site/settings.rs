//! The settings of a site, with its logo and its icon.

use super::entries::{Entry, NewSettings, SettingsBody};
use super::preparer::Preparer;
use crate::actions::moving::report::{ReportChange, ReportItem};
use crate::domain::post::IMAGE_WIDTH_MAX;
use crate::domain::site::{IconForm, SiteIcon, SiteLogo, StoredSite};
use crate::domain::spam::SpamRules;
use crate::media::{IconSet, ImageVariant, STORED_BYTES_MAX};
use crate::moving::item::{Kind, LeftOutItem};
use crate::moving::site::{ICONS, LOGO, SETTINGS, SettingsRecord};

/// The most bytes of the settings: four lists of 1,000 words, every character escaped.
const SETTINGS_BYTES_MAX: u64 = 8 << 20;
/// The names of the groups of settings in the report.
const SITE: &str = "site";
const SPAM_RULES: &str = "spamRules";

impl Preparer<'_> {
    /// Makes the settings ready, each group by itself.
    pub(super) fn settings(&self) -> Vec<Entry> {
        if !self.export.is_by_owner {
            return vec![Entry::LeftOut(LeftOutItem {
                source_id: SETTINGS.to_owned(),
                reason: "Settings are taken on the command line alone".to_owned(),
            })];
        }
        let bytes = match self.archive.bytes(SETTINGS, SETTINGS_BYTES_MAX) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Vec::new(),
            Err(reason) => return vec![refused(reason)],
        };
        let record: SettingsRecord = match serde_json::from_slice(&bytes) {
            Ok(record) => record,
            Err(error) => return vec![refused(format!("It cannot be read: {error}"))],
        };
        let site = record.site.map(|site| self.site_settings(site));
        let rules = record.spam_rules.map(|figures| {
            let rules = SpamRules::new(figures).map_err(|invalid| invalid.to_string());
            let rules = rules.map(|rules| SettingsBody::SpamRules(Box::new(rules)));
            self.group(SPAM_RULES, rules, Vec::new())
        });
        site.into_iter().chain(rules).collect()
    }

    fn site_settings(&self, site: StoredSite) -> Entry {
        let mut changes = Vec::new();
        let site = match site.checked() {
            Ok(site) => site,
            Err(invalid) => return self.group(SITE, Err(invalid.to_string()), changes),
        };
        let logo = site.logo().and_then(|_| self.logo(&mut changes));
        let icon = site.icon().and_then(|_| self.icon(&mut changes));
        let shown_logo = logo.as_ref().map(|logo| SiteLogo {
            hash: logo.hash.clone(),
            width: logo.width,
            height: logo.height,
        });
        let shown_icon = icon.as_ref().map(|icon| SiteIcon {
            version: icon.version.clone(),
        });
        let site = site.with_pictures(shown_logo, shown_icon);
        self.group(SITE, Ok(SettingsBody::Site(Box::new(site), logo, icon)), changes)
    }

    fn group(
        &self,
        name: &'static str,
        body: Result<SettingsBody, String>,
        changes: Vec<ReportChange>,
    ) -> Entry {
        let mut report = ReportItem::new(Kind::Settings, name, "");
        report.changes = changes;
        self.note_change(SETTINGS, &mut report);
        match body {
            Ok(body) => Entry::Settings(Box::new(NewSettings { body, report })),
            Err(reason) => Entry::Done(report.refused(reason)),
        }
    }

    fn logo(&self, changes: &mut Vec<ReportChange>) -> Option<ImageVariant> {
        let read = self.file(LOGO).and_then(|bytes| {
            ImageVariant::from_stored(bytes, IMAGE_WIDTH_MAX).map_err(|error| error.to_string())
        });
        read.map_err(|reason| changes.push(without("logo", &reason))).ok()
    }

    fn icon(&self, changes: &mut Vec<ReportChange>) -> Option<IconSet> {
        let files = IconForm::ALL.map(|form| Ok((form, self.file(&format!("{ICONS}{}", form.path()))?)));
        let read = files
            .into_iter()
            .collect::<Result<Vec<_>, String>>()
            .and_then(|files| IconSet::from_stored(files).map_err(|error| error.to_string()));
        read.map_err(|reason| changes.push(without("icon", &reason))).ok()
    }

    fn file(&self, path: &str) -> Result<Vec<u8>, String> {
        let bytes = self.archive.bytes(path, STORED_BYTES_MAX as u64)?;
        bytes.ok_or_else(|| format!("{path} is not there"))
    }
}

fn without(field: &'static str, reason: &str) -> ReportChange {
    ReportChange {
        field,
        reason: format!("It was left out: {reason}"),
    }
}

fn refused(reason: String) -> Entry {
    Entry::Done(ReportItem::new(Kind::Settings, SETTINGS, "").refused(reason))
}
