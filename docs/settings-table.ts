import { z } from "zod";
import { environmentSchema, readEnvironment } from "../app/config/environment.ts";

/** The table of settings in Markdown, in the order of the schema. */
export function settingsTable(): string {
  const defaults: Record<string, unknown> = { ...readEnvironment({}), DATA_DIR: "./data" };
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    // As it is written in the environment, where reading makes something else of it.
    const defaultValue = schema instanceof z.ZodPrefault ? schema.def.defaultValue : defaults[name];
    return `| \`${name}\` | ${defaultValue === undefined ? "" : `\`${defaultValue}\``} | ${schema.description ?? ""} |`;
  });
  return ["| setting | default | what it does |", "| --- | --- | --- |", ...rows].join("\n");
}
