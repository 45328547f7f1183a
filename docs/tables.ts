import { z } from "zod";
import { environmentSchema, readEnvironment } from "../app/config/environment.ts";
import { filesOf, ideas } from "./ideas.ts";

const config: unknown = await import(new URL("../.dependency-cruiser.js", import.meta.url).href);
const { levels } = z.object({ levels: z.array(z.array(z.string())) }).parse(config);

/** The settings, in the order of the schema. */
function settingsTable(): string {
  const defaults: Record<string, unknown> = { ...readEnvironment({}), DATA_DIR: "./data" };
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    // As it is written in the environment, where reading makes something else of it.
    const defaultValue = schema instanceof z.ZodPrefault ? schema.def.defaultValue : defaults[name];
    return `| \`${name}\` | ${defaultValue === undefined ? "" : `\`${defaultValue}\``} | ${schema.description ?? ""} |`;
  });
  return ["| setting | default | what it does |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The features of each level, the highest first. */
function levelsTable(): string {
  const rows = levels.map(
    (features, index) =>
      `| ${levels.length - index} | ${features.map((feature) => `\`${feature}\``).join(" ")} |`,
  );
  return ["| level | features |", "| --- | --- |", ...rows].join("\n");
}

/** The files of each idea, in the order in which they are read. */
function ideasTable(): string {
  const rows = Object.entries(ideas).map(([idea, parts]) => {
    const files = filesOf(parts).map(({ what, file }) => `${what}: \`${file}\``);
    return `| ${idea} | ${files.join("<br>")} |`;
  });
  return ["| idea | files |", "| --- | --- |", ...rows].join("\n");
}

/** Every table that is made from code, between the comments with its name in the document. */
export const tables = (): { document: string; name: string; text: string }[] => [
  { document: "README.md", name: "settings", text: settingsTable() },
  { document: "docs/architecture.md", name: "levels", text: levelsTable() },
  { document: "docs/architecture.md", name: "ideas", text: ideasTable() },
];
