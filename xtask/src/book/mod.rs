//! `cargo xtask book`: are all links of the pages good, and the book as a site.

mod links;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::root;

/// Where a link of the book leads that leaves docs/.
const REPOSITORY: &str = "https://github.com/ludex-lab/ludex";

/// Checks the links and, unless that is all that was asked for, makes the site with mdBook where it is installed.
pub fn run(options: &[&str]) -> Result<(), String> {
    let only_check = match options {
        [] => false,
        ["--check"] => true,
        _ => return Err("usage: cargo xtask book [--check]".to_owned()),
    };
    let checked = check(&root())?;
    println!("{checked} links of the pages are good");
    if only_check {
        return Ok(());
    }
    if Command::new("mdbook").arg("--version").output().is_err() {
        println!("SKIPPED: the site was not made: there is no mdbook (`cargo install mdbook --locked`)");
        return Ok(());
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let (source, site) = (target.join("book-source"), target.join("book"));
    copy_pages(&root(), &source).map_err(|error| format!("{}: {error}", source.display()))?;
    let status = Command::new("mdbook").arg("build").arg(&source).arg("--dest-dir").arg(&site).status();
    if !status.map_err(|error| format!("cannot run mdbook: {error}"))?.success() {
        return Err("mdbook failed: see above".to_owned());
    }
    println!("the book: {}", site.join("index.html").display());
    Ok(())
}

/// Checks every link of every page, and that the book has every page of docs/. The number of links, or what is wrong.
fn check(root: &Path) -> Result<usize, String> {
    let pages = pages(root).map_err(|error| format!("cannot list the pages: {error}"))?;
    let summary = root.join("docs/SUMMARY.md");
    let (mut number, mut problems, mut in_book) = (0, Vec::new(), Vec::new());
    for page in &pages {
        let text = fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))?;
        for link in links::relative(&text) {
            number += 1;
            if *page == summary {
                in_book.push(root.join("docs").join(link.path));
            }
            if let Some(problem) = links::problem(page, &link) {
                let name = page.strip_prefix(root).unwrap_or(page);
                problems.push(format!("{}:{}: {problem}", name.display(), link.line));
            }
        }
    }
    for page in pages.iter().filter(|page| page.starts_with(root.join("docs")) && **page != summary) {
        if !in_book.contains(page) {
            problems.push(format!("docs/SUMMARY.md: {} is not in it", page.display()));
        }
    }
    if problems.is_empty() { Ok(number) } else { Err(format!("bad links\n{}", problems.join("\n"))) }
}

/// All Markdown of the repository that people read.
fn pages(root: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders =
        vec![root.to_path_buf(), root.join("docs"), root.join("docs/diagnostics"), root.join("python")];
    for krate in fs::read_dir(root.join("crates"))? {
        folders.push(krate?.path());
    }
    let mut pages = Vec::new();
    for folder in folders {
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            // A link is checked where it leads to.
            if path.extension().is_some_and(|extension| extension == "md") && !path.is_symlink() {
                pages.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}

/// Copies docs/ for mdBook: with the README as its first page, and links that leave docs/ as links to the repository.
fn copy_pages(root: &Path, to: &Path) -> std::io::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    fs::create_dir_all(to.join("docs"))?;
    fs::copy(root.join("book.toml"), to.join("book.toml"))?;
    copy_folder(root, Path::new("docs"), to)?;
    let readme = fs::read_to_string(root.join("README.md"))?;
    fs::write(to.join("docs/index.md"), links::for_site(root, Path::new(""), &readme, REPOSITORY))
}

fn copy_folder(root: &Path, folder: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to.join(folder))?;
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(root, &path, to)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(entry.path())?;
            let page = to.join(links::index(&path.to_string_lossy()));
            fs::write(page, links::for_site(root, folder, &text, REPOSITORY))?;
        } else {
            fs::copy(entry.path(), to.join(&path))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_links_of_the_repository_are_good() {
        super::check(&crate::root()).unwrap();
    }
}
