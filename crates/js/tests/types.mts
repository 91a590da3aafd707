// Compiles, or the types are wrong. Never run.
import { extract, extractMetadata, learn, Template, type DocumentLike, type Metadata, type ExtractOptions, type Record } from "demold";
import { init } from "demold/init";

const options: ExtractOptions = { profile: "article", formats: ["text", "markdown"], keep: ["main", "h1"] };
const record: Record = extract("<p>Rain", options);
const title: string | null | undefined = record.metadata?.title;
const template: Template = learn([new Uint8Array(), "<p>Rain"], { seed: 1 });
const [start, end]: [number, number] = Template.fromJson(template.toJson()).clean("<p>Rain").regions[0];
const document: DocumentLike = { documentElement: { outerHTML: "<p>Rain" } };
const metadata: Metadata = extractMetadata(document, { url: "https://coast.example/" });
const authors: string[] = metadata.authors;
const loaded: Promise<void> = init("demold.wasm");
extract("<p>Rain", { formats: ["md"] });
// @ts-expect-error: there is no such format
extract("<p>Rain", { formats: ["pdf"] });
// @ts-expect-error: metadata has no profile
extractMetadata("<p>Rain", { profile: "data" });
// @ts-expect-error: there is no such profile
extract("<p>Rain", { profile: "all" });
// @ts-expect-error: a page is a string or bytes
extract(42);
export { title, start, end, authors, loaded };
