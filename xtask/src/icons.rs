//! Extracts the icons that Ludex draws with from the icon set's npm package.
//!
//! The result is committed, so that a build needs neither network nor npm. Run this again after naming a new
//! icon in `crates/pictures/data/pictures.txt`.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

/// Writes `assets/icons/*.svg` and their manifest from the unpacked package in `package`.
pub fn extract(package: &Path) -> Result<(), Box<dyn Error>> {
    let set = read_json(&package.join("icons.json"))?;
    let about = read_json(&package.join("package.json"))?;
    let wanted = wanted(&fs::read_to_string(crate::root().join("crates/pictures/data/pictures.txt"))?);
    let target = crate::root().join("assets/icons");
    fs::create_dir_all(&target)?;
    for file in fs::read_dir(&target)? {
        let path = file?.path();
        if path.extension().is_some_and(|e| e == "svg") {
            fs::remove_file(path)?;
        }
    }
    for (picture, icon) in &wanted {
        fs::write(target.join(format!("{picture}.svg")), svg(&set, icon)?)?;
    }
    let manifest = json!({
        "package": about["name"],
        "version": about["version"],
        "license": about["license"],
        "source": "https://github.com/microsoft/fluentui-emoji",
        "icons": wanted,
    });
    fs::write(target.join("manifest.json"), format!("{manifest:#}\n"))?;
    println!("{} icons in {}", wanted.len(), target.display());
    Ok(())
}

/// Picture name to icon name, from the `[icons]` part of the table.
fn wanted(table: &str) -> BTreeMap<String, String> {
    let lines = table.lines().map(|l| l.split('#').next().unwrap_or("").trim()).filter(|l| !l.is_empty());
    let icons = lines.skip_while(|l| *l != "[icons]").skip(1).take_while(|l| !l.starts_with('['));
    icons
        .map(|line| {
            let head = line.split(':').next().unwrap_or("");
            let (picture, icon) = head.split_once('=').unwrap_or((head, head));
            (picture.trim().to_owned(), icon.trim().to_owned())
        })
        .collect()
}

/// One icon as a complete SVG file.
fn svg(set: &Value, icon: &str) -> Result<String, Box<dyn Error>> {
    let entry = &set["icons"][icon];
    let body = entry["body"].as_str().ok_or_else(|| format!("the icon set has no icon `{icon}`"))?;
    let size = |key: &str| entry[key].as_u64().or(set[key].as_u64()).unwrap_or(32);
    let (width, height) = (size("width"), size("height"));
    Ok(format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>"#)
        + "\n")
}

fn read_json(path: &Path) -> Result<Value, Box<dyn Error>> {
    let text = fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    Ok(serde_json::from_str(&text)?)
}
