//! Writes the JavaScript bindings and the final module of a compiled library.
//!
//! It replaces the command-line tool `wasm-bindgen`, in the version that the lock file pins.

use std::env::args_os;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = args_os().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: waggle-bindgen MODULE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let written = Bindgen::new()
        .input_path(module)
        .out_name(&name.to_string_lossy())
        .web(true)
        .map(|bindgen| bindgen.typescript(true).omit_default_module_path(false))
        .and_then(|bindgen| bindgen.generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
