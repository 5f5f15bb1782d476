//! Whether a test is ignored cannot be decided when it runs, so what is at hand is looked up before.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(gvgai, oracle)");
    for variable in ["LUDEX_GVGAI", "LUDEX_ORACLE"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let is_set = |variable: &str| std::env::var_os(variable).is_some();
    if is_set("LUDEX_GVGAI") {
        println!("cargo::rustc-cfg=gvgai");
        if is_set("LUDEX_ORACLE") {
            println!("cargo::rustc-cfg=oracle");
        }
    }
}
