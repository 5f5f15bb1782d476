//! Results as Parquet, read back.
use crate::common::{Scratch, plan, play};
use ludex_arena::runner::{RunOptions, run};
use ludex_arena::store::{ExportFormat, Recorder, Results, RunFacts, StoreError, export};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use std::fs::File;
use std::sync::atomic::AtomicBool;

#[test]
fn rows_come_back() {
    let scratch = Scratch::new("parquet");
    // More than one group of rows.
    let plan = plan(&["random", "mcts"], &["zelda", "aliens"], 4000);
    let mut recorder = Recorder::begin(scratch.path(), &RunFacts::here("")).unwrap();
    let fall = |cell: &ludex_arena::Cell, context: &ludex_arena::runner::WorkerContext<'_>| {
        assert!(cell.repetition != 7, "seven is too much");
        play(cell, context)
    };
    run(
        &plan.cells,
        &mut recorder,
        RunOptions { jobs: 2, clock: None, replays: 0 },
        &AtomicBool::new(false),
        fall,
        |_| {},
    )
    .unwrap();
    let results = Results::open(scratch.path()).unwrap();
    let path = scratch.path().join("games.parquet");
    export(&results, ExportFormat::Parquet, &mut File::create(&path).unwrap()).unwrap();

    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    assert_eq!(reader.metadata().num_row_groups(), 2);
    let fields = reader.metadata().file_metadata().schema_descr().columns().to_vec();
    let place = |name: &str| fields.iter().position(|field| field.name() == name).unwrap();
    let mut rows = reader.get_row_iter(None).unwrap();
    let mut count = 0;
    results
        .for_each(|game| {
            let row = rows.next().unwrap().unwrap();
            assert_eq!(*row.get_string(place("agent")).unwrap(), game.agent);
            assert_eq!(row.get_long(place("seed")).unwrap(), game.seed);
            assert_eq!(row.get_bool(place("win")).unwrap(), game.win);
            assert_eq!(row.get_double(place("score")).unwrap(), game.score);
            assert_eq!(row.get_string(place("disqualified")).ok().cloned(), game.disqualified);
            count += 1;
            Ok::<(), StoreError>(())
        })
        .unwrap();
    assert!(rows.next().is_none());
    assert_eq!(count, plan.cells.len());
}
