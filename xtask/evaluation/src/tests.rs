//! Tests of the whole evaluation, on the sample.

use indicatif::ProgressBar;

use crate::{
    datasets,
    report::Report,
    stages::{self, Settings},
    subject::Subject,
    tables,
};

#[test]
fn two_runs_agree_and_the_second_is_read_from_the_cache() {
    let root = tempfile::tempdir().unwrap();
    let settings = Settings::default();
    let run = || {
        let sites = vec![datasets::generated::sample()];
        stages::run(root.path(), sites, &Subject::all(), &[], &settings, &ProgressBar::hidden()).unwrap()
    };
    let (first, second) = (run(), run());
    assert_eq!(first.n_cached, 0);
    assert_eq!(second.n_cached, Subject::all().len());
    let json = |report: &Report| serde_json::to_string(&(&report.content, &report.pages)).unwrap();
    assert!(json(&first.report) == json(&second.report), "the cache changed a figure");

    let keep = &first.report.content[0];
    assert_eq!((keep.subject.as_str(), keep.recall, keep.removed), ("keep", Some(1.0), Some(0.0)));
    let distill = &first.report.content[1];
    assert!(keep.f1 < distill.f1, "{keep:?} {distill:?}");
}

/// What people read of a run.
#[test]
fn the_report_of_the_sample() {
    let root = tempfile::tempdir().unwrap();
    let settings = Settings::default();
    let sites = vec![datasets::generated::sample()];
    let names = ["mine", "map"].map(str::to_owned);
    let subjects = Subject::named(&names).unwrap();
    let report = stages::run(root.path(), sites, &subjects, &[], &settings, &ProgressBar::hidden()).unwrap().report;
    insta::assert_snapshot!("sample", tables::tables(&report));
}

/// All of the papers' experiments, small.
#[cfg(feature = "papers")]
#[test]
fn the_experiments_of_the_papers() {
    let root = tempfile::tempdir().unwrap();
    let settings = Settings { quick: true, papers: true, ..Settings::default() };
    let sites = vec![datasets::generated::sample()];
    let subjects = Subject::named(&["map".to_owned()]).unwrap();
    let report = stages::run(root.path(), sites, &subjects, &[], &settings, &ProgressBar::hidden()).unwrap().report;
    let text = tables::tables(&report);
    for part in ["figure 1)", "figure 2a", "table 4", "figure 8", "table 6", "section 6.1"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}
