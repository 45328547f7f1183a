import { environmentSchema, readEnvironment } from "../app/config/environment.ts";

/** The table of settings in Markdown: name, default and what it does, in the order of the schema. */
export function settingsTable(): string {
  const defaults: Record<string, unknown> = { ...readEnvironment({}), DATA_DIR: "./data" };
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const usual = defaults[name];
    return `| \`${name}\` | ${usual === undefined ? "" : `\`${usual}\``} | ${schema.description ?? ""} |`;
  });
  return ["| setting | default | what it does |", "| --- | --- | --- |", ...rows].join("\n");
}
