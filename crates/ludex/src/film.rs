//! Pictures of a game, one after the other: files in a folder, or an animation.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use ludex_pictures::{Animation, Image};

/// A folder of PNG files, one for each tick.
pub struct Frames {
    folder: PathBuf,
    count: usize,
}

impl Frames {
    /// Makes the folder if it is not there.
    pub fn create(folder: &Path) -> Result<Frames, String> {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
        Ok(Frames { folder: folder.to_owned(), count: 0 })
    }

    /// Adds the picture of a tick.
    pub fn add(&mut self, tick: i32, image: &Image) -> Result<(), String> {
        let path = self.folder.join(format!("tick{tick:04}.png"));
        let file = image.to_png().map_err(|error| error.to_string())?;
        fs::write(&path, file).map_err(|error| unwritable(&path, error))?;
        self.count += 1;
        Ok(())
    }

    /// Says what was written.
    pub fn finish(self, size: &str) -> String {
        format!("{}: {} pictures of {size}\n", self.folder.display(), self.count)
    }
}

/// An animated GIF.
pub struct Film {
    path: PathBuf,
    animation: Animation<BufWriter<File>>,
    count: usize,
}

impl Film {
    /// Starts a film; its colours are learnt from `sample` and `first`, neither of which is written.
    pub fn create(path: &Path, sample: &Image, first: &Image, per_second: f64) -> Result<Film, String> {
        let out = BufWriter::new(File::create(path).map_err(|error| unwritable(path, error))?);
        let delay = (1000.0 / per_second).round() as u32;
        let animation = Animation::new(out, sample, first, delay).map_err(|error| unwritable(path, error))?;
        Ok(Film { path: path.to_owned(), animation, count: 0 })
    }

    /// Adds a picture.
    pub fn add(&mut self, image: &Image) -> Result<(), String> {
        self.animation.add(image).map_err(|error| unwritable(&self.path, error))?;
        self.count += 1;
        Ok(())
    }

    /// Ends the file and says what was written.
    pub fn finish(self, size: &str) -> Result<String, String> {
        let out = self.animation.finish().map_err(|error| unwritable(&self.path, error))?;
        out.into_inner().map_err(|error| unwritable(&self.path, error))?;
        Ok(format!("{}: {} frames of {size}\n", self.path.display(), self.count))
    }
}

fn unwritable(path: &Path, problem: impl std::fmt::Display) -> String {
    format!("cannot write {}: {problem}", path.display())
}
