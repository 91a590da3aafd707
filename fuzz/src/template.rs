//! Template files: a damaged one is an error, and any other can be used.

use demold::Site;

use crate::seeds;

/// Reads a template and cleans pages with it.
pub(crate) fn run(data: &[u8]) {
    let Ok(site) = Site::from_json_bytes(data) else {
        return;
    };
    let written = site.to_json();
    let again = Site::from_json(&written).expect("what was written can be read");
    assert_eq!(again.to_json(), written);
    let _ = (site.template().summary(), site.template().outline().to_string(), site.template().histogram());
    for page in seeds::site() {
        let (Ok(one), Ok(other)) = (site.clean(*page), again.clean(*page)) else {
            continue;
        };
        assert_eq!(one.regions(), other.regions());
        let _ = (one.text(), one.html(), one.metadata());
    }
}
