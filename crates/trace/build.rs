//! Tests that need recordings of GVGAI are ignored, visibly, where there are none: a test cannot decide that when it runs.

fn main() {
    let variables = ["LUDEX_ORACLE", "LUDEX_GVGAI"];
    for variable in variables {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    println!("cargo::rustc-check-cfg=cfg(oracle)");
    if variables.iter().all(|variable| std::env::var_os(variable).is_some()) {
        println!("cargo::rustc-cfg=oracle");
    }
}
