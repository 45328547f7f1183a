import { type SQL, sql } from "drizzle-orm";
import { dialect } from "./columns.ts";

/**
 * `condition`, a comparison whose left side is a column, for rows that a query has found by another one. For rules that
 * hold for nearly all rows, such as "is visible": SQLite may estimate that they choose few, begins a join with them and
 * reads a whole table; its unary plus keeps their indexes out of the plan. Postgres gets the condition as it is.
 */
export const noIndexHint = (condition: SQL): SQL => (dialect === "sqlite" ? sql`+${condition}` : condition);
