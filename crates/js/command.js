#!/usr/bin/env node
// What `npx demold` runs: cleans the pages of sites with this package, for people who have Node and no compiler.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { extract, learn, noPage, Template } from "./node.js";

const HELP = `Removes the template from the pages of web sites.

Usage: demold clean [OPTIONS] <PAGES>...   clean pages, each folder as one site, all single files as another
       demold learn [OPTIONS] <PAGES>...   learn the template of one site, and write it as JSON

PAGES are files, folders, whose .html, .htm and .xhtml files are read, or - for standard input.

Options:
  -o, --out <OUT>         The folder of the cleaned pages, or the file of the template; needed for several pages
      --format <FORMAT>   html, text, markdown, or jsonl: a record a page, as docs/records.md has it [default: html]
      --template <FILE>   Clean with a template that was learned before
      --profile <NAME>    balanced, data: lose nothing of a page's own, or article: only the main text
      --keep <SELECTOR>   Keep what matches, whatever was found; may be given several times
      --drop <SELECTOR>   Remove what matches; may be given several times
      --url <URL>         The address of the page, if it is a single one
  -h, --help              Print help
  -V, --version           Print the version

This is the package for JavaScript at work. Archives, Parquet, reports and crawling need the program of the same name.
`;
const OPTIONS = {
  out: { type: "string", short: "o" },
  format: { type: "string" },
  template: { type: "string" },
  profile: { type: "string" },
  keep: { type: "string", multiple: true },
  drop: { type: "string", multiple: true },
  url: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
};
const SUFFIXES = { html: ".html", text: ".txt", markdown: ".md", jsonl: ".jsonl" };

/** Other names of formats that are understood. */
const ALIASES = { txt: "text", md: "markdown", json: "jsonl" };

/** What is wrong with what was typed: said in one line. */
class Usage extends Error {}

/** Returns sites: lists of pages, each with its bytes and the name that it is written under. */
function read(inputs) {
  const sites = [];
  const single = [];
  const isFolder = (input) => input !== "-" && statSync(input).isDirectory();
  const severalFolders = inputs.filter(isFolder).length + (inputs.every(isFolder) ? 0 : 1) > 1;
  for (const input of inputs) {
    if (!isFolder(input)) {
      const bytes = readFileSync(input === "-" ? 0 : input);
      const other = noPage(bytes);
      if (other) throw new Error(`${input}: it is ${other}, not a page`);
      single.push({ bytes, file: input, name: input === "-" ? "page" : basename(input) });
      continue;
    }
    const files = readdirSync(input, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(x?html|htm)$/i.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort();
    if (files.length === 0) throw new Usage(`${input}: there is no page in this folder`);
    const under = severalFolders ? basename(resolve(input)) : "";
    const pages = files.flatMap((file) => {
      const bytes = readFileSync(file);
      const other = noPage(bytes);
      if (!other) return [{ bytes, file, name: join(under, relative(input, file)) }];
      process.stderr.write(`skipped ${file}: it is ${other}, not a page\n`);
      return [];
    });
    if (pages.length === 0) throw new Usage(`${input}: there is no page in this folder`);
    sites.push(pages);
  }
  return single.length ? [...sites, single] : sites;
}

/** Writes a file whole or not at all, and in the place of no page that was read. */
function write(path, text, sites) {
  const target = existsSync(path) && realpathSync(path);
  if (sites.flat().some(({ file }) => file !== "-" && realpathSync(file) === target)) {
    throw new Usage(`${path}: this would replace a page that is read`);
  }
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}.part`;
  try {
    writeFileSync(beside, text, { flag: "wx" });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function clean(sites, { out, format: named = "html", template, profile, keep, drop, url }) {
  const format = ALIASES[named] ?? named;
  const suffix = SUFFIXES[format];
  if (!suffix) throw new Usage(`there is no format ${format}; choose from ${Object.keys(SUFFIXES).join(", ")}`);
  const nPages = sites.flat().length;
  if (url && nPages > 1) throw new Usage("--url is for a single page");
  if (template && profile) throw new Usage("a template was learned with its profile: leave --profile out");
  if (!out && nPages > 1 && format !== "jsonl") throw new Usage("several pages need --out FOLDER");
  const rendered = format === "jsonl" ? "text" : format;
  const options = { formats: [rendered], metadata: format === "jsonl", keep, drop, url };
  const given = template && Template.fromJson(readFileSync(template, "utf8"));
  const written = new Set();
  const lines = [];
  for (const pages of sites) {
    const learned = given ?? (pages.length > 1 ? learn(pages.map(({ bytes }) => bytes), { profile }) : undefined);
    for (const { bytes, name } of pages) {
      const record = learned ? learned.clean(bytes, options) : extract(bytes, { ...options, profile });
      if (format === "jsonl") lines.push(`${JSON.stringify(record)}\n`);
      else if (!out) process.stdout.write(record[rendered] + (rendered === "html" ? "" : "\n"));
      else {
        const path = resolve(out, name.replace(/(\.(x?html|htm))?$/i, suffix));
        if (written.has(path)) throw new Usage(`${path}: two pages would be written here`);
        written.add(path);
        write(path, record[rendered], sites);
      }
    }
  }
  if (format !== "jsonl") return;
  if (out) write(resolve(out), lines.join(""), sites);
  else process.stdout.write(lines.join(""));
}

function run(args) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [command, ...inputs] = positionals;
  if (values.help || (!command && !values.version)) return void process.stdout.write(HELP);
  if (values.version) {
    const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
    return void process.stdout.write(`demold ${version} (npm)\n`);
  }
  if (command !== "clean" && command !== "learn") throw new Usage(`there is no command ${command}; see --help`);
  if (inputs.length === 0) throw new Usage(`which pages? demold ${command} <PAGES>...; see --help`);
  const sites = read(inputs);
  if (command === "clean") return clean(sites, values);
  const others = ["format", "template", "keep", "drop", "url"].filter((name) => values[name] !== undefined);
  if (others.length) throw new Usage(`learn has no --${others[0]}`);
  const json = learn(sites.flat().map(({ bytes }) => bytes), { profile: values.profile }).toJson();
  if (values.out) write(resolve(values.out), json, sites);
  else process.stdout.write(json);
}

try {
  run(process.argv.slice(2));
} catch (error) {
  const typed = error instanceof Usage || error.code?.startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`demold: ${error.message}\n`);
  process.exitCode = typed ? 2 : 1;
}
