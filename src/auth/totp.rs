//! Time-based one-time codes of authenticator apps (RFC 6238): six digits, SHA-1, steps of 30 seconds, as all apps do.

use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use thiserror::Error;
use totp_rs::{Algorithm, Builder, Secret, Totp, TotpError};

use crate::domain::{Entropy, Time};

/// As RFC 4226 recommends: 160 bits.
const SECRET_BYTES: usize = 20;
const DIGITS: u8 = 6;
const STEP_SECONDS: u64 = 30;
/// Codes of the step before and the step after are accepted, for clocks that differ.
const SKEW_STEPS: u16 = 1;
/// The width of the picture, in pixels of the style sheet. The page may scale it.
const QR_WIDTH: u32 = 220;

/// An error of the text that an app reads.
#[derive(Debug, Error)]
pub enum SetupError {
    /// The address of the app.
    #[error("the address for authenticator apps could not be written: {0}")]
    Uri(#[from] TotpError),
    /// Its picture.
    #[error("the QR code could not be drawn: {0}")]
    Picture(#[from] qrcode::types::QrError),
}

/// The secret that an app and the site share.
pub struct TotpSecret([u8; SECRET_BYTES]);

impl TotpSecret {
    /// Generates an unpredictable secret.
    pub fn random(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; SECRET_BYTES];
        entropy.fill(&mut bytes);
        Self(bytes)
    }

    /// Wraps stored bytes. Returns `None` if they are not as many.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The secret itself.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }

    /// The secret in base 32, as people type it into an app.
    pub fn to_base32(&self) -> String {
        Secret::new_stack(self.0).to_base32()
    }

    /// Returns the address that an app reads, which names the site and the account.
    pub fn uri(&self, site: &str, account: &str) -> Result<String, SetupError> {
        // A colon separates the two.
        let name = |text: &str| text.replace(':', " ");
        let totp = self
            .builder()
            .with_issuer(Some(name(site)))
            .with_account_name(name(account))
            .build()?;
        Ok(totp.to_url()?)
    }

    /// Returns the time step of a code that is right at the time `now`: of the present step, or of one beside it.
    pub fn step_of(&self, code: &str, now: Time) -> Option<i64> {
        let seconds = u64::try_from(now.milliseconds() / 1_000).ok()?;
        let step = self.totp().check(code, seconds)?;
        i64::try_from(step).ok()
    }

    fn totp(&self) -> Totp {
        self.builder().build_noncompliant()
    }

    fn builder(&self) -> Builder {
        Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS)
            .with_skew(SKEW_STEPS)
            .with_step_duration(STEP_SECONDS)
            .with_secret(Secret::new_stack(self.0))
    }
}

/// Draws a text as a QR code: an SVG, dark on white whatever the colours of the page.
pub fn qr_code(text: &str) -> Result<String, SetupError> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M)?;
    let picture = code
        .render::<svg::Color<'_>>()
        .min_dimensions(QR_WIDTH, QR_WIDTH)
        .dark_color(svg::Color("#000"))
        .light_color(svg::Color("#fff"))
        .build();
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    fn at(seconds: i64) -> Time {
        Time::from_milliseconds(seconds * 1_000)
    }

    /// The secret of the test vectors.
    fn known() -> TotpSecret {
        TotpSecret::from_bytes(b"12345678901234567890").unwrap()
    }

    /// RFC 6238, appendix B, of whose eight digits six are used.
    #[test]
    fn knows_the_codes_of_the_standard() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(known().step_of(code, at(seconds)), Some(seconds / 30), "{code}");
        }
    }

    #[test]
    fn accepts_the_steps_beside_the_present_one_alone() {
        let (step, start) = (41_152_263, 41_152_263 * 30);
        for (seconds, is_accepted) in [(-31, false), (-30, true), (0, true), (59, true), (60, false)] {
            let found = known().step_of("005924", at(start + seconds));
            assert_eq!(found, is_accepted.then_some(step), "{seconds}");
        }
        assert_eq!(known().step_of("005925", at(start)), None);
        assert_eq!(known().step_of("5924", at(start)), None);
        assert_eq!(known().step_of("005924", at(-1)), None);
    }

    #[test]
    fn writes_the_address_that_apps_read() {
        assert_eq!(
            known().uri("Bits: & Bytes", "ada@example.org").unwrap(),
            "otpauth://totp/Bits%20%20%26%20Bytes:ada%40example.org?\
             secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bits%20%20%26%20Bytes"
        );
        assert_eq!(known().to_base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_ne!(
            TotpSecret::random(&SystemEntropy).to_base32(),
            TotpSecret::random(&SystemEntropy).to_base32()
        );
    }

    #[test]
    fn draws_a_picture_without_anything_that_runs() {
        let picture = qr_code("otpauth://totp/a:b?secret=GEZDGNBVGY3TQOJQ&issuer=a").unwrap();
        let document = roxmltree::Document::parse(&picture).unwrap();
        let mut names: Vec<_> = document
            .descendants()
            .map(|node| node.tag_name().name())
            .collect();
        names.retain(|name| !name.is_empty());
        assert_eq!(names, ["svg", "rect", "path"], "{picture}");
        assert!(qr_code(&"x".repeat(3_000)).is_err());
    }
}
