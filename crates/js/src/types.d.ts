
/** A page: its text, or its bytes, which are decoded as a browser does. */
export type Page = string | Uint8Array;

export type Profile = "balanced" | "data" | "article";

/** A half-open range of bytes of the page as UTF-8: [start, end]. */
export type ByteRange = [number, number];

/** What is known of a page, what is wanted of it, and what you overrule. */
export interface CleanOptions {
  /** The page's address. It makes links absolute, and is in the record. */
  url?: string;
  /** The charset that the server declared, for pages that come as bytes. */
  charset?: string;
  /** CSS selectors of elements that stay, whatever was found. */
  keep?: string | string[];
  /** Of elements that go. Of nested matches the innermost counts. */
  drop?: string | string[];
  /** What to render. Default: ["text"]. */
  formats?: ("text" | "html" | "markdown")[];
  /** Whether to read title, authors, dates and the like. Default: true. */
  metadata?: boolean;
  /** Whether to list the page's blocks, removed ones too. Default: false. */
  blocks?: boolean;
  /** Whether Markdown has links. Default: true. */
  links?: boolean;
  /** Whether Markdown has images. Default: true. */
  images?: boolean;
}

/** How pages are judged. */
export interface JudgeOptions {
  /** What it is for: "data" loses nothing of the page's own, "article" keeps the main text alone. Default: "balanced". */
  profile?: Profile;
  /** Whether the headline stays. Default: true. */
  headline?: boolean;
  /** Whether to ask the built-in page model, and not rules only. Default: true. */
  model?: boolean;
  /** Whether to heed tags, roles and class names that stand for side matters. Default: true. */
  hints?: boolean;
}

export interface ExtractOptions extends CleanOptions, JudgeOptions {}

export interface LearnOptions extends JudgeOptions {
  /** How the template is found. Default: "consensus". */
  method?: "consensus" | "distill" | "mine" | "map";
  /** What the site's pages are. Default: found out. */
  mode?: "article" | "reference" | "data";
  /** How many pages are looked at, at the most. Default: as suits the method. */
  pagesSampled?: number;
  /** The seed of everything random. Default: 0. */
  seed?: number;
}

/** What cleaning one page came to. */
export interface Record {
  schema: number;
  url: string | null;
  site: string | null;
  /** The visible text that is left. Like html and markdown, null unless asked for. */
  text: string | null;
  html: string | null;
  markdown: string | null;
  /** The removed bytes, as a share of the page's, from 0 to 1. */
  removed_share: number;
  /** How much of the template was found in the page, from 0 to 1. */
  fit: number;
  /** Whether the page was judged by its own evidence alone. */
  alone: boolean;
  copy_of: string | null;
  /** Whether as good as nothing is left of a page that had something. */
  empty: boolean;
  /** What was removed. */
  regions: ByteRange[];
  /** By which evidence each part was removed, where the method has reasons to give. */
  removals: Removal[];
  metadata: Metadata | null;
  blocks: Block[] | null;
}

export interface Removal {
  range: ByteRange;
  reason: string;
  selector: string;
  words: number;
  /** How probably it is content, in thousandths, if the page model was asked. */
  probability?: number;
}

/** What a page says of itself, or shows. */
export interface Metadata {
  title: string | null;
  authors: string[];
  /** A day: "2026-01-31". */
  published: string | null;
  modified: string | null;
  description: string | null;
  site_name: string | null;
  /** ISO 639, of two letters where there is such a code. */
  language: string | null;
  canonical_url: string | null;
  page_type: string | null;
  categories: string[];
  tags: string[];
  image: string | null;
  licence: string | null;
  /** Where each value is from: "json-ld", "open-graph", … */
  sources: { [field: string]: string | null };
}

export interface Block {
  kind: "heading" | "paragraph" | "list-item" | "table" | "code" | "quote" | "caption";
  /** Of a heading: 1 to 6. */
  level: number | null;
  range: ByteRange;
  text: string;
  links: { text: string; url: string }[];
  kept: boolean;
  reason: string | null;
  probability: number | null;
}
