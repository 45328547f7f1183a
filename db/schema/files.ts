import { table, text } from "../columns.ts";

/** Outbox of file removals: recorded with the deletion, deleted once the files are gone. */
export const fileRemovals = table("file_removals", {
  /** A storage key, or a folder ending with "/". */
  path: text().primaryKey(),
});
