// Compiles, or the types are wrong. Never run.
import { extract, learn, Template, type ExtractOptions, type Record } from "demold";

const options: ExtractOptions = { profile: "article", formats: ["text", "markdown"], keep: ["main", "h1"] };
const record: Record = extract("<p>Rain", options);
const title: string | null | undefined = record.metadata?.title;
const template: Template = learn([new Uint8Array(), "<p>Rain"], { seed: 1 });
const [start, end]: [number, number] = Template.fromJson(template.toJson()).clean("<p>Rain").regions[0];
// @ts-expect-error: there is no such profile
extract("<p>Rain", { profile: "all" });
// @ts-expect-error: a page is a string or bytes
extract(42);
export { title, start, end };
