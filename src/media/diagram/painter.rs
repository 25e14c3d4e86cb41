//! The drawing library with our settings: colours, widths of text and limits.

use std::time::Duration;

use merman::svg::ThemeRole::{Border, Canvas, Error, Line, Success, Surface, SurfaceAlt, Text};
use merman::svg::{
    CssOverridePolicy, DeterministicTextMeasurer, HostTheme, HostThemeAppearance, MeasurementProfileId,
    Presentation, RenderResourcePolicy, ResourceLimitId, SvgOutputPolicy, SvgPipelinePreset,
    SvgRenderOptions, TextMeasurementPolicy, TextMeasurementProfile, TextMeasurementProfileIdentity,
    TextStyle, ThemeRole,
};
use merman::{
    Engine, MermaidConfig, OperationControl, RenderError, RenderOutput, RenderRequest, Renderer,
    SvgEnvironment, SvgRequest,
};
use serde_json::json;

use super::text_width::text_width;
use super::{DrawError, REASON_LENGTH_MAX, SOURCE_BYTES_MAX};
use crate::domain::diagram::ColourScheme;

/// The time for one drawing (beyond.md §3.5), and more in a debug build, which is slower. The library looks at the clock
/// while it works.
const TIME_MAX: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 200 });
/// The most nodes, edges and other parts (beyond.md §3.5).
const PARTS_MAX: usize = 2_000;
const SVG_BYTES_MAX: usize = 1_000_000;
const FONTS: &str = "Arial, Helvetica, \"Liberation Sans\", sans-serif";
/// The settings that a diagram cannot change.
const SECURE: [&str; 14] = [
    "secure",
    "securityLevel",
    "startOnLoad",
    "maxTextSize",
    "suppressErrorRendering",
    "maxEdges",
    "themeCSS",
    "theme",
    "themeVariables",
    "fontFamily",
    "fontSize",
    "darkMode",
    "look",
    "layout",
];

type Palette = [(ThemeRole, &'static str); 8];

/// Close to the tokens of the pages.
const LIGHT: Palette = [
    (Canvas, "#faf8f4"),
    (Surface, "#eef1fb"),
    (SurfaceAlt, "#e2e8f8"),
    (Text, "#1b1f2a"),
    (Border, "#4a63c4"),
    (Line, "#4d5567"),
    (Error, "#b3261e"),
    (Success, "#1c7a3d"),
];
const LIGHT_SERIES: [&str; 4] = ["#a9bdf3", "#9fdcb8", "#f3d083", "#eeb4cb"];
const DARK: Palette = [
    (Canvas, "#171b24"),
    (Surface, "#232a38"),
    (SurfaceAlt, "#2d3547"),
    (Text, "#ecebe7"),
    (Border, "#7d8cae"),
    (Line, "#a2abbd"),
    (Error, "#f4877c"),
    (Success, "#6fd08f"),
];
const DARK_SERIES: [&str; 4] = ["#4a66b8", "#2f8059", "#93701f", "#98486a"];

/// Draws in one colour scheme. Takes some milliseconds to make.
pub(super) struct Painter {
    renderer: Renderer,
    request: SvgRequest,
}

impl Painter {
    /// Returns `None` if the library refuses its settings.
    pub(super) fn new(scheme: ColourScheme) -> Option<Self> {
        let presentation = Presentation::new().with_theme(theme(scheme)?).resolve();
        let site = MermaidConfig::from_value(json!({ "securityLevel": "strict", "secure": SECURE }));
        let limits = RenderResourcePolicy::constrained()
            .with_limit(ResourceLimitId::MaxSourceBytes, SOURCE_BYTES_MAX)
            .ok()?
            .with_limit(ResourceLimitId::MaxModelItems, PARTS_MAX)
            .ok()?
            .with_limit(ResourceLimitId::MaxSvgBytes, SVG_BYTES_MAX)
            .ok()?;
        let measurer = DeterministicTextMeasurer::default().with_width_callback(measure);
        let identity =
            TextMeasurementProfileIdentity::new(MeasurementProfileId::new("arial").ok()?, "1").ok()?;
        let profile = TextMeasurementProfile::new(identity, measurer);
        let pipeline = SvgOutputPolicy {
            preset: SvgPipelinePreset::ResvgSafe,
            css_override_policy: CssOverridePolicy::StripExistingImportant,
            ..SvgOutputPolicy::default()
        };
        let request = SvgRequest {
            environment: SvgEnvironment::deterministic()
                .with_resource_policy(limits)
                .with_text_measurement_policy(TextMeasurementPolicy::uniform(profile)),
            pipeline: Some(pipeline.pipeline()),
            presentation: presentation.render_policy(),
            options: SvgRenderOptions {
                diagram_id: Some("d".into()),
                ..SvgRenderOptions::default()
            },
            ..SvgRequest::default()
        };
        let engine = presentation.materialize_engine(Engine::new().with_site_config(site));
        Some(Self {
            renderer: Renderer::new().with_engine(engine),
            request,
        })
    }

    /// Returns the SVG of a diagram as the library writes it.
    pub(super) fn draw(&self, source: &str) -> Result<String, DrawError> {
        let control = OperationControl::new().with_deadline(TIME_MAX);
        let request = RenderRequest::svg(source, control, self.request.clone());
        match self.renderer.render(request) {
            Ok(RenderOutput::Svg(Some(svg))) => Ok(svg.into_parts().0),
            Ok(_) | Err(RenderError::NoDiagram) => Err(DrawError::Invalid(
                "It begins with no known kind of diagram.".to_owned(),
            )),
            Err(RenderError::Cancelled(_)) => Err(DrawError::Slow),
            Err(RenderError::ResourceLimitExceeded(_)) => Err(DrawError::Large),
            Err(error) => Err(DrawError::Invalid(reason(&error.to_string()))),
        }
    }
}

/// Returns what an author can mend, of a message like `Diagram parse error (pie): …`.
fn reason(message: &str) -> String {
    let reason = message
        .strip_prefix("Diagram parse error (")
        .and_then(|rest| rest.split_once("): "))
        .map_or(message, |(_, reason)| reason);
    reason.chars().take(REASON_LENGTH_MAX).collect()
}

fn theme(scheme: ColourScheme) -> Option<HostTheme> {
    let (appearance, palette, series) = match scheme {
        ColourScheme::Light => (HostThemeAppearance::Light, LIGHT, LIGHT_SERIES),
        ColourScheme::Dark => (HostThemeAppearance::Dark, DARK, DARK_SERIES),
    };
    let theme = HostTheme::new().with_appearance(appearance);
    let theme = theme
        .try_with_font_family(FONTS)
        .ok()?
        .try_with_series_palette(series)
        .ok()?;
    palette.into_iter().try_fold(theme, |theme, (role, colour)| {
        theme.try_with_role(role, colour).ok()
    })
}

fn measure(text: &str, style: &TextStyle) -> f64 {
    let is_bold = style.font_weight.as_deref().is_some_and(|weight| {
        weight.starts_with("bold") || weight.parse().is_ok_and(|weight: u32| weight >= 600)
    });
    text_width(text, style.font_size, is_bold)
}
