//! Words that bytes at random would not find in years.

/// Tags, references, and what makes a tokenizer change its mind.
#[rustfmt::skip]
pub(crate) const HTML: &[&str] = &[
    "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i x=1>", "</i>", "<a href=1>", "</a>", "<a href='//x.example/'>",
    "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<tbody>", "</tbody>", "<caption>", "<col>",
    "<colgroup>", "<li>", "</li>", "<ul>", "</ul>", "<ol start=3>", "</ol>", "<h1>", "</h1>", "<h2>", "</h2>", "<form>",
    "</form>", "<br>", "</br>", "<hr>", "<span class=x>", "</span>", "<font color=a>", "</font>", "<nobr>", "</nobr>",
    "<svg>", "</svg>", "<math>", "</math>", "<mi>", "<mglyph>", "<foreignObject>", "</foreignObject>", "<desc>",
    "<title>", "</title>", "<template>", "</template>", "<button>", "</button>", "<dl>", "<dd>", "<dt>", "</dd>",
    "<ruby>", "<rt>", "<rp>", "<rtc>", "<input type=hidden>", "<input>", "<applet>", "</applet>", "<pre>\n", "</pre>",
    "<body a=1>", "<body b='2' a=3>", "</body>", "</html>", "<html c=4>", "<head>", "</head>", "<script>", "</script>",
    "<script><!--<script>", "--></script>", "<style>", "</style>", "<xmp>", "</xmp>", "<textarea>\n", "</textarea>",
    "<iframe>", "</iframe>", "<noframes>", "</noframes>", "<noscript>", "</noscript>", "<plaintext>", "<frameset>",
    "</frameset>", "<frame>", "<image>", "<img src=x alt='a b'>", "<annotation-xml encoding=text/html>", "<main>",
    "</main>", "<nav>", "</nav>", "<article>", "</article>", "<footer>", "</footer>", "<summary>", "<details>",
    "<code>", "</code>", "<svg/>", "<path/>", "<![CDATA[", "]]>", "<my-own y Y=2>", "</my-own>", "<x\0y>",
    "<select>", "</select>", "<option>", "<optgroup>", "<marquee>", "<object>", "</object>", "<link>",
    "<meta charset=utf-16>", "<meta charset=koi8-r>", "<meta charset=iso-2022-jp>", "<base href=//b.example/c/>",
    "<!doctype html>", "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", "<!--", "-->", "--!>", "<!-->", "<!", "<?",
    "</", "<", ">", "/>", "&", "&lt;", "&amp", "&notit;", "&#0;", "&#x80;", "&#xD800;", "&#1114112;", "&nbsp;", "&Tab;",
    "&NotEqualTilde;", "&#32;", "\0", "\r\n", "\r", "\n", "\t", "\x0c", " ", "=", "\"", "'", "x", "y z", "é", "\u{A0}",
    "\u{FEFF}", "\u{2028}", "\u{202E}", "😀", "*", "_", "`", "```", "[", "](", "![", "|", "# ", "1. ", "- ", "$", "\\",
    "One sentence, with a comma. And another one!", "Read more", "© 2026",
];

/// What metadata are read from.
#[rustfmt::skip]
pub(crate) const METADATA: &[&str] = &[
    "<script type='application/ld+json'>", "</script>", "{\"@type\":\"NewsArticle\",", "\"@graph\":[", "\"author\":",
    "\"name\":\"Ada Lovelace\"", "\"headline\":\"", "\"datePublished\":\"", "2026-02-30T25:61:00+99:99\"", "2026-01-31",
    "}", "]", "{", "[", ",", ":", "\"", "\\u0000", "\\ud800", "<meta property=og:title content='", "<meta name=author content='",
    "<meta property='article:published_time' content='", "'>", "<time datetime='", "</time>", "<title>", " - Site", " | ",
    "<html lang=", "de", "zh-Hans", "<a rel=author>", "<span class=byline>By ", " and ", "<h1>", "</h1>",
    "itemprop=datePublished", "31 janvier 2026", "Jan. 5th, 2026", "99999999999999999999", "<link rel=canonical href=",
];

/// Heads of records and of answers.
#[rustfmt::skip]
pub(crate) const RECORDS: &[&str] = &[
    "WARC/1.0\r\n", "WARC/1.1\r\n", "WARC-Type: response\r\n", "WARC-Type: resource\r\n", "WARC-Type: revisit\r\n",
    "Content-Length: ", "Content-Length: 18446744073709551615\r\n", "Content-Length: -1\r\n", "Content-Length: 0\r\n",
    "WARC-Target-URI: <http://a.example/>\r\n", "WARC-Record-ID: <urn:uuid:1>\r\n", "WARC-Date: 2026-01-31T12:00:00Z\r\n",
    "WARC-Truncated: length\r\n", "WARC-Segment-Number: 2\r\n", "Content-Type: application/http;msgtype=response\r\n",
    "\r\n\r\n", "\r\n", "\n", " ", "\t", ": ", "HTTP/1.1 200 OK\r\n", "HTTP/1.0 200\r\n", "HTTP/2 304\r\n",
    "Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n", "0\r\n\r\n", "ffffffffffffffff\r\n", "1;x=\"\r\n\"\r\n",
    "Content-Encoding: gzip\r\n", "Content-Encoding: br\r\n", "Content-Encoding: zstd, gzip,gzip\r\n",
    "Content-Encoding: deflate\r\n", "Content-Type: text/html; charset=\"utf-8\"\r\n", "Content-Type: text/plain\r\n",
    "Content-Type: application/xhtml+xml;charset=koi8-r\r\n", "\x1f\u{8b}", "<!doctype html><p>a</p>",
    "filedesc://a.arc 0.0.0.0 20050131120000 text/plain 9\n", "dns:a.example 192.0.2.1 20050131120000 text/dns 5\n",
    "http://a.example/ 192.0.2.1 20050131120000 text/html 40\n",
];

/// Pieces of JSON.
#[rustfmt::skip]
pub(crate) const JSON: &[&str] = &[
    "{", "}", "[", "]", ":", ",", "\"", "\n", "\"url\":", "\"html\":", "\"html\":\"<p>x</p>\"", "\"url\":\"http://a.example/\"",
    "null", "true", "-0", "1e999", "18446744073709551616", "\\u0000", "\\ud800", "\\udc00\\ud83d", "\\\"", "{\"html\":\"a\"}\n",
    "\"format\":", "\"version\":", "\"method\":\"classify\"", "\"method\":\"mine\"", "\"method\":\"map\"", "\"pages\":",
    "4294967296", "-1", "0.5", "\"support\":", "\"tokens\":[", "\"strings\":[", "\"nodes\":[", "\"\"",
];

/// Pieces of regular expressions.
#[rustfmt::skip]
pub(crate) const EXPRESSIONS: &[&str] = &[
    "\n", "# ", "\\s+", "\\s*", "\\d+", "[0-9]+", "(?:", ")", "(", "|", "{1,9}", "{1000}", "{0,1000000}", ".*", "[^<]*", "\\b",
    "^", "$", "(?i)", "(?s)", "\\p{L}", "\\x{10FFFF}", "\\<", "\\>", "<p>", "</p>", "Home", "[[:alpha:]]", "[^", "&&", "\\",
    "# separator: ", "# separator: \\s+\n",
];

/// Pieces of addresses, and of links to them.
#[rustfmt::skip]
pub(crate) const ADDRESSES: &[&str] = &[
    "http://", "https://", "//", "/", "../", "./", "%2e%2e/", "%00", "%2F", "\\", "?", "#", "&", "=", ";", ":", "@", "[::1]",
    "a.example", "xn--", "0x7f.1", "2130706433", "127.0.0.1", ":80", ":99999", "CON", "nul.", ".html", ".txt", "index", "~",
    "%", "%zz", "é", "\u{202E}", "\u{130}", " ", "\n", "\0", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "<a href='", "'>", "<base href='", "<area href=", "<frame src=", " rel=nofollow", "<meta name=robots content=nofollow>",
    "<meta name=demold content='noindex, none'>", "javascript:", "mailto:", "data:,", "<urlset>", "<loc>", "</loc>", "<rss>",
    "<link>", "</link>", "<feed>", "<?xml version='1.0'?>", "<![CDATA[", "]]>", "<sitemapindex>",
];

/// Lines of robots.txt files.
#[rustfmt::skip]
pub(crate) const ROBOTS: &[&str] = &[
    "User-agent: *\n", "User-agent: demold\n", "user-agent:demold/1.0\n", "Disallow: /\n", "Disallow:\n", "Allow: /\n",
    "Disallow: /*\n", "Disallow: /*a*a*a*a*a*b$\n", "Crawl-delay: ", "1e308\n", "-1\n", "NaN\n", "inf\n", "0.5\n",
    "Sitemap: http://a.example/s.xml\n", "Allow: /%41%zz\n", "# ", "\u{FEFF}", "\r", "\0", "*", "$", "/", "%", "\n",
    "***************************", "Request-rate: 1/0\n",
];
