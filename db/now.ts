import { sql } from "drizzle-orm";
import { dialect } from "./columns.ts";

/** The present moment, to be compared with a `timestamp()`: a prepared query needs no value for it. */
export const now = dialect === "sqlite" ? sql`unixepoch('subsec') * 1000` : sql`now()`;
