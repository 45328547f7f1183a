import { boolean, index, json, table, text, timestamp } from "../columns.ts";
import { userReference } from "./users.ts";

/** Repeats the engines' type, which `db` may not import. */
export interface StoredSourceBlock {
  kind: "heading" | "paragraph" | "listItem";
  level?: number;
  text: string;
}

/** A text that a member has brought, as a file or from an address, with what of it is chosen; removed a day later. */
export const sources = table(
  "sources",
  {
    /** Random. */
    id: text().primaryKey(),
    userId: userReference(),
    /** The creation page for whose draft it was read: it goes with that. */
    flow: text({ enum: ["v1", "v2"] }).notNull(),
    kind: text({ enum: ["text", "markdown", "html", "docx", "odt", "pdf", "epub"] }).notNull(),
    /** The file's, or the address as it was typed. */
    name: text().notNull(),
    /** Empty where it says none. */
    title: text().notNull(),
    /** When the member has said that the page is their own or used with permission; null for a file. */
    permittedAt: timestamp(),
    blocks: json<StoredSourceBlock[]>().notNull(),
    omitted: json<string[]>().notNull(),
    isTruncated: boolean().notNull(),
    /** Indexes of the chosen blocks. */
    chosen: json<number[]>().notNull(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [
    index("sources_user_index").on(t.userId, t.createdAt),
    index("sources_expires_index").on(t.expiresAt),
  ],
);
