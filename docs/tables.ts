import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { environmentSchema, readEnvironment } from "../app/config/environment.ts";
import { dataMap } from "../app/features/data-map/data-map.server.ts";
import {
  exportedText,
  personalText,
  whoseKinds,
  whoseLabels,
  withAccountText,
} from "../app/features/data-map/data-map-line.ts";
import { rateLimits } from "../app/http/limits/rate-limits.server.ts";
import { capacityTable, waitsTable } from "./capacity/capacity-tables.ts";
import { filesOf, ideas } from "./ideas.ts";

const config: unknown = await import(new URL("../.dependency-cruiser.js", import.meta.url).href);
const { levels } = z.object({ levels: z.array(z.array(z.string())) }).parse(config);

/** The values of a setting that knows only some; empty for any other. */
function choicesOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return choicesOf(schema.unwrap());
  return schema instanceof z.ZodEnum ? schema.options : [];
}

const asCode = (value: unknown) => `\`${value}\``;

/** The settings, in the order of the schema. */
function settingsTable(): string {
  const defaults: Record<string, unknown> = { ...readEnvironment({}), DATA_DIR: "./data" };
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    // As it is written in the environment, where reading makes something else of it.
    const value = schema instanceof z.ZodPrefault ? schema.def.defaultValue : defaults[name];
    const isUnset = value === undefined || String(value) === "";
    const others = choicesOf(schema).filter((choice) => choice !== value);
    const choices =
      others.length > 0 ? `${isUnset ? "unset" : ""} (or ${others.map(asCode).join(", ")})` : "";
    return `| \`${name}\` | ${isUnset ? "" : asCode(value)}${choices} | ${schema.description ?? ""} |`;
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

/** The map of data: a table for each kind of person. */
function dataMapTables(): string {
  const tables = whoseKinds.map((whose) => {
    const rows = Object.entries(dataMap)
      .filter(([, line]) => line.whose === whose)
      .map(([name, line]) =>
        [
          `\`${name}\``,
          ...[line.what, line.why, line.kept, line.seenBy],
          ...[personalText(line), exportedText(line), withAccountText(line)],
        ].join(" | "),
      );
    return [
      `## ${whoseLabels[whose]}`,
      "",
      "| 表 | 何を | なぜ | いつまで | だれが見る | 個人の情報 | データの受け取り | 退会すると |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
      ...rows.map((row) => `| ${row} |`),
    ].join("\n");
  });
  return tables.join("\n\n");
}

/** The files of each idea, in the order in which they are read. */
function ideasTable(): string {
  const rows = Object.entries(ideas).map(([idea, parts]) => {
    const files = filesOf(parts).map(({ what, file }) => `${what}: \`${file}\``);
    return `| ${idea} | ${files.join("<br>")} |`;
  });
  return ["| idea | files |", "| --- | --- |", ...rows].join("\n");
}

/** The files of `docs/decisions`, by the heading that each begins with. */
function decisionsTable(): string {
  const folder = path.join(import.meta.dirname, "decisions");
  const rows = readdirSync(folder)
    .filter((file) => /^\d/.test(file))
    .sort()
    .map((file) => {
      const [heading = ""] = readFileSync(path.join(folder, file), "utf8").split("\n");
      const [, number, title] = /^# (\d{4})[:·\s]+(.+)$/.exec(heading) ?? [];
      return `| ${number} | [${title}](${file}) |`;
    });
  return ["| number | decision |", "| --- | --- |", ...rows].join("\n");
}

/** Every table that is made from code, between the comments with its name in the document. */
export const tables = (): { document: string; name: string; text: string }[] => [
  { document: "README.md", name: "settings", text: settingsTable() },
  { document: "docs/data-map.md", name: "data-map", text: dataMapTables() },
  { document: "docs/architecture.md", name: "levels", text: levelsTable() },
  { document: "docs/architecture.md", name: "ideas", text: ideasTable() },
  { document: "docs/deploy.md", name: "limits", text: limitsTable() },
  { document: "docs/capacity.md", name: "capacity", text: capacityTable() },
  { document: "docs/capacity.md", name: "waits", text: waitsTable() },
  { document: "docs/decisions/README.md", name: "decisions", text: decisionsTable() },
];

const windows = new Map([
  [60, "a minute"],
  [600, "in 10 minutes"],
  [3600, "an hour"],
]);

/** How often what may be done. */
function limitsTable(): string {
  const rows = Object.values(rateLimits).map(({ name, counts, per, max, windowS }) => {
    const often = `${max.toLocaleString("en")} ${windows.get(windowS) ?? `in ${windowS} s`}`;
    return `| ${counts} | ${often} | ${name === "adminCode" ? "operator" : per} |`;
  });
  return ["| what | at most | by |", "| --- | --- | --- |", ...rows].join("\n");
}
