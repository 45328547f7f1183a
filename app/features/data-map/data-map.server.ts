import { accountLines } from "./account-lines.server.ts";
import { creationLines } from "./creation-lines.server.ts";
import type { DataMapLines } from "./data-map-line.ts";
import { listeningLines } from "./listening-lines.server.ts";
import { siteLines } from "./site-lines.server.ts";

/** A line for every table, by its name in the database; data-map.test.ts compares them with the schema and with what happens. */
export const dataMap: DataMapLines = { ...accountLines, ...creationLines, ...listeningLines, ...siteLines };
