//! Every code of a diagnostic has its page, and every page its code.

use std::collections::BTreeSet;
use std::path::Path;

use ludex_vgdl::Code;

#[test]
fn every_code_has_its_page_and_every_page_its_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics");
    let names =
        std::fs::read_dir(&folder).expect("the pages").map(|entry| entry.expect("a page").file_name());
    let pages: BTreeSet<String> =
        names.filter_map(|name| Some(name.to_str()?.strip_suffix(".md")?.to_owned())).collect();
    let expected: BTreeSet<String> =
        Code::ALL.iter().map(|code| code.id().to_owned()).chain(["README".to_owned()]).collect();
    assert_eq!(pages, expected);
    let index = std::fs::read_to_string(folder.join("README.md")).expect("the index");
    for code in Code::ALL {
        let (id, title, severity) = (code.id(), code.title(), code.severity());
        assert!(index.contains(&format!("| [{id}]({id}.md) | {severity} | {title} |")), "{id} in the index");
        assert!(code.page().starts_with(&format!("# {id}: {title}\n")), "the title of {id}");
        let kind = format!("**{}{}.**", severity.to_string()[..1].to_uppercase(), &severity.to_string()[1..]);
        assert!(code.page().contains(&kind), "the severity of {id}");
    }
}

#[test]
fn codes_are_in_order_and_found_by_their_number() {
    assert!(Code::ALL.windows(2).all(|pair| pair[0].id() < pair[1].id()));
    assert_eq!(Code::from_id("v101"), Some(Code::UnknownClass));
    assert_eq!(Code::from_id("V999"), None);
}
