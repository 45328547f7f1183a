import { environmentSchema, readEnvironment } from "../app/config/environment.ts";

/** The table of settings in Markdown, in the order of the schema. */
export function settingsTable(): string {
  const defaults: Record<string, unknown> = { ...readEnvironment({}), DATA_DIR: "./data" };
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const defaultValue = defaults[name];
    return `| \`${name}\` | ${defaultValue === undefined ? "" : `\`${defaultValue}\``} | ${schema.description ?? ""} |`;
  });
  return ["| setting | default | what it does |", "| --- | --- | --- |", ...rows].join("\n");
}
