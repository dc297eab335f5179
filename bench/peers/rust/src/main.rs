//! The registry digest with serde_json, sha2 and one of two canonicalizers of RFC 8785.
//! Arguments: serde_jcs or serde_json_canonicalizer, the file, seconds.
//! Prints the digest and the microseconds of core time of the best pass.
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::time::Instant;

const PROJECTED: [&str; 7] = [
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
    "execution",
];

fn core_microseconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 * 1e-3
}

fn project(tool: Value) -> Value {
    let mut kept = Map::new();
    if let Value::Object(mut members) = tool {
        for name in PROJECTED {
            match members.remove(name) {
                None | Some(Value::Null) => {}
                Some(value) => {
                    kept.insert(name.to_string(), value);
                }
            }
        }
    }
    Value::Object(kept)
}

fn name_of(tool: &Value) -> Vec<u16> {
    tool["name"].as_str().unwrap_or("").encode_utf16().collect()
}

fn digest(text: &[u8], canonical: fn(&Value) -> Vec<u8>) -> String {
    let mut root: Value = serde_json::from_slice(text).expect("JSON");
    let Value::Array(tools) = root["tools"].take() else {
        panic!("no tools")
    };
    let mut projected: Vec<Value> = tools.into_iter().map(project).collect();
    projected.sort_by_cached_key(name_of);
    let hash = Sha256::digest(canonical(&Value::Array(projected)));
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let canonical: fn(&Value) -> Vec<u8> = match arguments[1].as_str() {
        "serde_jcs" => |value| serde_jcs::to_vec(value).expect("canonical"),
        "serde_json_canonicalizer" => {
            |value| serde_json_canonicalizer::to_vec(value).expect("canonical")
        }
        other => panic!("unknown canonicalizer {other}"),
    };
    let text = std::fs::read(&arguments[2]).expect("file");
    let seconds: f64 = arguments[3].parse().expect("seconds");
    let start = Instant::now();
    let mut best = f64::INFINITY;
    let mut found = String::new();
    while start.elapsed().as_secs_f64() < seconds {
        let pass = core_microseconds();
        found = digest(&text, canonical);
        best = best.min(core_microseconds() - pass);
    }
    println!("{found} {best:.1}");
}
