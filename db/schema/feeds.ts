import { table, text, timestamp } from "../columns.ts";

/** The public origins (`PUBLIC_ORIGIN`) that this installation has had: feeds stay named by the first. */
export const siteOrigins = table("site_origins", {
  origin: text().primaryKey(),
  firstUsedAt: timestamp().notNull(),
});
