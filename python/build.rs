//! Some systems want to be told that Python's own functions are found when the module is loaded.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
