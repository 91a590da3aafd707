//! HTML that is written to be shown: `--sanitize` and `--no-images`.

use crate::command::Folder;

const PAGE: &str = "<html><body><base href='https://b.example/c/'><p>Rain falls over the quiet harbour.\
    <a href=x>More</a><p>It fell all day.<img src=i.png alt=rain><picture><source srcset=j.png><img src=k.png></picture>\
    <svg><image href=l.png /></svg><input type=image src=m.png><video poster=n.png></video><script>run()</script>";

#[track_caller]
fn html(options: &[&str]) -> String {
    let folder = Folder::with("page.html", PAGE);
    folder.run([&["clean", "page.html", "--format", "html"], options].concat()).ok().stdout
}

#[test]
fn sanitized_pages_have_no_base() {
    let page = html(&["--sanitize"]);
    assert!(!page.contains("<base") && !page.contains("run()"), "{page}");
    assert!(page.contains("<a href=\"https://b.example/c/x\""), "{page}");
    assert!(page.contains("<img src=\"https://b.example/c/i.png\""), "{page}");
}

#[test]
fn images_are_left_out_of_html() {
    let page = html(&["--no-images", "--sanitize"]);
    assert!(!page.contains(".png") && page.contains("https://b.example/c/x"), "{page}");
    let page = html(&["--no-images"]);
    for gone in ["i.png", "j.png", "k.png", "l.png", "m.png"] {
        assert!(!page.contains(gone), "{gone}: {page}");
    }
    // A poster is not an element.
    assert!(page.contains("n.png") && page.contains("run()"), "{page}");
}

#[test]
fn deep_selectors_are_refused_by_the_name_of_their_option() {
    let folder = Folder::with("page.html", PAGE);
    let deep = [":not(".repeat(5_000), "a".to_owned(), ")".repeat(5_000)].concat();
    folder.write("demold.toml", format!("keep = [\"{deep}\"]\n"));
    for (args, option) in [
        (["--keep", &deep], "--keep <SELECTOR>"),
        (["--drop", &"* + ".repeat(5_000)], "--drop <SELECTOR>"),
        (["--config", "demold.toml"], "--keep <SELECTOR>"),
    ] {
        let ran = folder.run(["clean", "page.html", args[0], args[1]]).failed(2);
        let said = &ran.stderr;
        assert!(said.contains(option) && said.contains("levels deep"), "{said}");
    }
}
