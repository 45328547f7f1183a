import { boolean, index, json, table, text, timestamp } from "../columns.ts";
import { userReference } from "./users.ts";

/** Repeats the engines' type, which `db` may not import. */
export interface StoredSourceBlock {
  kind: "heading" | "paragraph" | "listItem";
  level?: number;
  text: string;
}

/** A member's text from a file or address, with the chosen parts; removed a day later. */
export const sources = table(
  "sources",
  {
    /** Random. */
    id: text().primaryKey(),
    userId: userReference(),
    /** The creation page whose draft it goes with. */
    flow: text({ enum: ["v1", "v2"] }).notNull(),
    kind: text({ enum: ["text", "markdown", "html", "docx", "odt", "pdf", "epub"] }).notNull(),
    /** Of the file, or the typed address. */
    name: text().notNull(),
    /** Empty if there is none. */
    title: text().notNull(),
    /** When the member declared the page their own or permitted; null for a file. */
    permittedAt: timestamp(),
    blocks: json<StoredSourceBlock[]>().notNull(),
    omitted: json<string[]>().notNull(),
    isTruncated: boolean().notNull(),
    /** Of the chosen blocks. */
    chosen: json<number[]>().notNull(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [
    index("sources_user_index").on(t.userId, t.createdAt),
    index("sources_expires_index").on(t.expiresAt),
  ],
);
