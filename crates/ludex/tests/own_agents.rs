//! A crate outside of the workspace that adds an agent to the whole command line.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
#[ignore = "builds Ludex once more, for another workspace: .ci/run does it"]
fn a_crate_of_ones_own_has_the_whole_command_line() {
    let folder = crate::common::fresh("own-agent");
    fs::create_dir_all(folder.join("src")).unwrap();
    let example = root().join("examples/own-agent");
    let manifest = fs::read_to_string(example.join("Cargo.toml")).unwrap();
    let crates = fs::canonicalize(root().join("crates")).unwrap();
    let manifest = manifest.replace("../../crates", &crates.to_string_lossy());
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(example.join("src/main.rs"), folder.join("src/main.rs")).unwrap();
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    // The folder of this build, so that only what is new is built.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let built = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let program = target.join("debug").join(format!("own-agent{}", std::env::consts::EXE_SUFFIX));
    let call = |words: &str| {
        let output = Command::new(&program).args(words.split(' ')).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        crate::common::out(&output)
    };
    assert!(call("agents").contains("forager"));
    for level in 0..2 {
        let played = call(&format!("run aliens --agent forager(depth=15) --budget 1000fm --level {level}"));
        assert!(played.contains("forager(depth=15) won"), "{played}");
    }
    let arena =
        call("arena --agents forager,random --games aliens --levels 0 --reps 1 --budget 500fm --out results");
    assert!(arena.contains("forager"), "{arena}");
    fs::remove_dir_all(&folder).unwrap();
}
