
/**
 * A page: its text, its bytes, which are decoded as a browser does, or a document or an element of a DOM, whose
 * address is known if it has one.
 */
export type Page = string | Uint8Array | DocumentLike | ElementLike;

/** A document of any DOM: a browser's, or that of a library. */
export interface DocumentLike {
  readonly documentElement: ElementLike | null;
  readonly URL?: string;
}

export interface ElementLike {
  readonly outerHTML: string;
}

export type Profile = "balanced" | "data" | "article";

/** A half-open range of bytes of the page as UTF-8: [start, end]. */
export type ByteRange = [number, number];

/** What is known about a page. */
export interface MetadataOptions {
  /** The page's address. It makes links absolute, and is in the record. */
  url?: string;
  /** The charset that the server declared, for pages that come as bytes. */
  charset?: string;
}

/** What is known about a page, what is wanted of it, and what you override. */
export interface CleanOptions extends MetadataOptions {
  /** CSS selectors of elements to keep, whatever was found. */
  keep?: string | string[];
  /** CSS selectors of elements to remove. If matches are nested, the innermost counts. */
  drop?: string | string[];
  /** What to render. Default: ["text"]. */
  formats?: ("text" | "txt" | "html" | "markdown" | "md")[];
  /** Whether to read title, authors, dates and the like. Default: true. */
  metadata?: boolean;
  /** Whether to list the page's blocks, removed ones included. Default: false. */
  blocks?: boolean;
  /** Whether Markdown has links. Default: true. */
  links?: boolean;
  /** Whether Markdown has images. Default: true. */
  images?: boolean;
}

/** How pages are judged. */
export interface JudgeOptions {
  /** What it is for: "data" loses nothing of the page's own, "article" keeps only the main text. Default: "balanced". */
  profile?: Profile;
  /** Whether the headline stays. Default: true. */
  headline?: boolean;
}

export interface ExtractOptions extends CleanOptions, JudgeOptions {}

export interface LearnOptions extends JudgeOptions {
  /** How the template is found. Default: "classify". */
  method?: "classify" | "distill" | "mine" | "map";
  /** The largest number of pages to learn from. Default: what suits the method. */
  pagesSampled?: number;
  /** The seed of everything random. Default: 0. */
  seed?: number;
}

/** The result of cleaning one page. */
export interface Record {
  schema: number;
  url: string | null;
  site: string | null;
  /** The visible text that is left. Like html and markdown, it is null unless asked for. */
  text: string | null;
  html: string | null;
  markdown: string | null;
  /** The share of the page's bytes that was removed, from 0 to 1. */
  removed_share: number;
  /** How much of the template was found in the page, from 0 to 1. */
  fit: number;
  /** Whether the page was judged by its own evidence alone. */
  alone: boolean;
  /** How good the result is expected to be, from 0 to 1, if the method can say. */
  confidence: number | null;
  /** The name of the trees that judged the page, if the method has any. */
  model: string | null;
  copy_of: string | null;
  /** The SimHash of the text, in hexadecimal digits, if the text is there and has at least 20 words. */
  simhash: string | null;
  /** Whether almost nothing is left of a page that had something. */
  empty: boolean;
  /** What was removed. */
  regions: ByteRange[];
  /** Why each part was removed, if the method gives reasons. */
  removals: Removal[];
  metadata: Metadata | null;
  /** The comments, posts and answers on the page, if the blocks were asked for. */
  comments: Comment[] | null;
  blocks: Block[] | null;
}

export interface Removal {
  range: ByteRange;
  reason: string;
  selector: string;
  words: number;
  /** What spoke against it, in words. */
  because?: string;
  /** The probability that a word of it is content, from 0 to 1, if the method gives one. */
  probability?: number;
}

/** What a page declares about itself, or shows. */
export interface Metadata {
  title: string | null;
  authors: string[];
  /** A day: "2026-01-31". */
  published: string | null;
  modified: string | null;
  description: string | null;
  site_name: string | null;
  /** ISO 639, with two letters if there is such a code. */
  language: string | null;
  canonical_url: string | null;
  page_type: string | null;
  categories: string[];
  tags: string[];
  image: string | null;
  licence: string | null;
  /** Where each value comes from: "json-ld", "open-graph", … */
  sources: { [field: string]: string | null };
}

/** A comment, a post of a forum, or an answer. */
export interface Comment {
  number: number;
  within: number | null;
  author: string | null;
  date: string | null;
  text: string;
  /** Whether some of it stays. */
  kept: boolean;
}

export interface Block {
  kind: "heading" | "paragraph" | "list-item" | "table" | "code" | "quote" | "caption";
  /** The level of a heading, 1 to 6. */
  level: number | null;
  range: ByteRange;
  text: string;
  links: { text: string; url: string }[];
  kept: boolean;
  reason: string | null;
  probability: number | null;
  /** The post, comment or answer that it is in. */
  post?: { number: number; within: number | null; author: string; date: string };
}
