use cleaner::Regions;
use consensus::{Evidence, Learner};
use dom::Dom;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};
fn norm(s: &str) -> String {
    s.to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect()
}
fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut sites: Vec<PathBuf> = fs::read_dir("/work/shared/datasets/webs")
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| {
            let n = p.file_name().unwrap().to_string_lossy().into_owned();
            n.starts_with("swde") || n.starts_with("recipes")
        })
        .collect();
    sites.sort();
    for site in sites {
        let mut ps: Vec<PathBuf> = fs::read_dir(site.join("pages"))
            .unwrap()
            .map(|e| e.unwrap().path())
            .filter(|p| p.extension().is_some_and(|e| e == "html"))
            .collect();
        ps.sort();
        let mut lost: BTreeMap<String, (usize, String)> = BTreeMap::new();
        let (mut all, mut nl, mut modes) = (0, 0, BTreeMap::new());
        let sources: Vec<String> = ps
            .iter()
            .map(|p| {
                tokenize::decode(&fs::read(p).unwrap(), None)
                    .text()
                    .to_owned()
            })
            .collect();
        let evs: Vec<Evidence> = sources
            .iter()
            .map(|s| Evidence::read(&Dom::parse(s)))
            .collect();
        for (k, (p, s)) in ps.iter().zip(&sources).enumerate() {
            let toks = tokenize::scan(s);
            let dom = Dom::parse(s);
            let sample: Vec<&Evidence> = (0..n.min(evs.len()))
                .map(|i| &evs[(k + i) % evs.len()])
                .collect();
            let m = Learner::new().learn(&sample);
            *modes.entry(m.mode().to_string()).or_insert(0) += 1;
            let d = m.apply_to(&dom, &evs[k]);
            let out = norm(&cleaner::text(s, &toks, d.regions()));
            let name = p.file_stem().unwrap().to_string_lossy().into_owned();
            let Ok(j) =
                fs::read_to_string(Path::new(&site).join(format!("gold/{name}.values.json")))
            else {
                continue;
            };
            let v: serde_json::Value = serde_json::from_str(&j).unwrap();
            fn strings(j: &serde_json::Value, key: &str, out: &mut Vec<(String, String)>) {
                match j {
                    serde_json::Value::String(t) => out.push((key.into(), t.clone())),
                    serde_json::Value::Array(l) => l.iter().for_each(|x| strings(x, key, out)),
                    serde_json::Value::Object(o) => o.iter().for_each(|(k, x)| strings(x, k, out)),
                    _ => {}
                }
            }
            let mut vals = vec![];
            strings(&v, "", &mut vals);
            for (key, val) in vals {
                let nv = norm(&tokenize::decode_references(&val));
                if nv.is_empty() {
                    continue;
                }
                all += 1;
                if out.contains(&nv) {
                    continue;
                }
                nl += 1;
                let mut why = "?".to_owned();
                for r in d.removals() {
                    let keep = Regions::from_ranges([0..r.range().start, r.range().end..s.len()]);
                    let t = norm(&cleaner::text(s, &toks, &keep));
                    if t.contains(&nv) {
                        why = format!("{} {} ({} words)", r.reason(), r.selector(), r.words());
                    }
                }
                let e = lost.entry(format!("{key}: {why}")).or_insert((0, val));
                e.0 += 1;
            }
        }
        println!(
            "== {} {:?} lost {nl} of {all}",
            site.file_name().unwrap().to_string_lossy(),
            modes
        );
        let mut l: Vec<_> = lost.into_iter().collect();
        l.sort_by_key(|x| std::cmp::Reverse(x.1.0));
        for (k, (n, ex)) in l.into_iter().take(12) {
            println!("   {n:4} {k}  e.g. {:.60}", ex);
        }
    }
}
