//! Whatever is recorded is replayed exactly: random games made of everything the ontology offers.

#[path = "../../engine/tests/common/generate.rs"]
mod generate;

use std::fs;
use std::path::Path;

use ludex_trace::games::{self, Games};
use ludex_trace::policy::Policy;
use ludex_trace::recorder::record;
use ludex_trace::verify::verify;
use ludex_trace::watch::Source;
use proptest::collection::vec;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_recorded_is_replayed(bytes in vec(any::<u8>(), 0..700), seed in any::<i64>()) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
        fs::create_dir_all(&folder).expect("a folder");
        let made = generate::generate(&bytes);
        let (game, level) = (folder.join("game.txt"), folder.join("level.txt"));
        fs::write(&game, &made.game).expect("written");
        fs::write(&level, &made.level).expect("written");
        let Ok(world) = games::load(&game, &level) else { return Ok(()) };
        let source =
            Source { file: "game.txt".to_owned(), level_file: "level.txt".to_owned(), seed, policy: None };
        let path = folder.join("trace.jsonl.gz");
        record(&world, source, Policy::random(seed), 25, &path).expect("recorded");
        let verdict = verify(&path, &Games::new(&folder));
        prop_assert!(verdict.is_exact(), "{verdict:?}\n{}\n{}", made.game, made.level);
    }
}
