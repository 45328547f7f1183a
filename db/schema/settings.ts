import { table, text } from "../columns.ts";

/** First-start secrets, seed state and other facts of the installation. */
export const settings = table("settings", { key: text().primaryKey(), value: text().notNull() });
