//! Recordings of games, tick by tick.
