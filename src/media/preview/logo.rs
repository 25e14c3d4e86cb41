//! The logo of the site, the same as the favicon.

use tiny_skia::{Path, PathBuilder};

/// The side of the square in which the logo is drawn.
pub(super) const SIDE: f32 = 64.0;
const CORNER: f32 = 15.0;

/// A rounded square with a letter cut out of it, to be filled by the even-odd rule.
pub(super) fn shape() -> Option<Path> {
    let mut path = PathBuilder::new();
    rounded_square(&mut path);
    letter(&mut path);
    path.finish()
}

fn rounded_square(path: &mut PathBuilder) {
    let far = SIDE - CORNER;
    // The position of the control points of a cubic that approximates a quarter circle.
    let control = CORNER * (1.0 - 0.552_285);
    path.move_to(CORNER, 0.0);
    path.line_to(far, 0.0);
    path.cubic_to(SIDE - control, 0.0, SIDE, control, SIDE, CORNER);
    path.line_to(SIDE, far);
    path.cubic_to(SIDE, SIDE - control, SIDE - control, SIDE, far, SIDE);
    path.line_to(CORNER, SIDE);
    path.cubic_to(control, SIDE, 0.0, SIDE - control, 0.0, far);
    path.line_to(0.0, CORNER);
    path.cubic_to(0.0, control, control, 0.0, CORNER, 0.0);
    path.close();
}

fn letter(path: &mut PathBuilder) {
    path.move_to(18.0, 12.0);
    path.line_to(33.5, 12.0);
    path.cubic_to(42.0, 12.0, 47.0, 16.3, 47.0, 23.0);
    path.cubic_to(47.0, 27.2, 44.9, 30.2, 41.4, 31.8);
    path.cubic_to(46.2, 33.2, 49.0, 36.7, 49.0, 41.6);
    path.cubic_to(49.0, 48.8, 43.6, 53.0, 34.4, 53.0);
    path.line_to(18.0, 53.0);
    path.close();
    path.move_to(27.0, 19.5);
    path.line_to(27.0, 28.5);
    path.line_to(32.3, 28.5);
    path.cubic_to(35.8, 28.5, 37.7, 26.9, 37.7, 24.0);
    path.cubic_to(37.7, 21.1, 35.8, 19.5, 32.3, 19.5);
    path.close();
    path.move_to(27.0, 35.3);
    path.line_to(27.0, 45.5);
    path.line_to(33.2, 45.5);
    path.cubic_to(37.3, 45.5, 39.5, 43.8, 39.5, 40.4);
    path.cubic_to(39.5, 37.0, 37.3, 35.3, 33.2, 35.3);
    path.close();
}
