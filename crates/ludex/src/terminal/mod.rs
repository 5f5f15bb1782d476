//! Games in the terminal: what they look like, and the keys that steer them.
//!
//! A [`Moment`](moment::Moment) is what there is to show. [`view`] draws it on a screen, [`plain`] writes it as text where
//! there is no screen to draw on. A [`Playback`](playback::Playback) is a game that goes on by itself, tick by tick, while
//! somebody looks: one that agents play, or a recording.

pub mod board;
pub mod help;
pub mod moment;
pub mod pace;
pub mod panel;
mod pixels;
pub mod plain;
pub mod playback;
mod scale;
pub mod screen;
pub mod theme;
pub mod view;
