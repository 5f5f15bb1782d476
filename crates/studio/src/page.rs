//! The files of the page, which are part of the program.

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file of the page.
pub(crate) struct File {
    pub bytes: Vec<u8>,
    pub kind: &'static str,
}

/// The file of a path. Only names in the table are known, so no path leads anywhere else.
pub(crate) fn file(path: &str) -> Option<File> {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let place = FILES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    let (name, bytes) = FILES[place];
    Some(File { bytes: current(name).unwrap_or_else(|| bytes.to_vec()), kind: kind(name)? })
}

/// In debug builds, the file as it is in the folder that `LUDEX_STUDIO_PAGE` names: who works on the page sees changes at once.
fn current(name: &str) -> Option<Vec<u8>> {
    if !cfg!(debug_assertions) {
        return None;
    }
    let folder = std::env::var_os("LUDEX_STUDIO_PAGE")?;
    std::fs::read(std::path::Path::new(&folder).join(name)).ok()
}

fn kind(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}
