import { table, text } from "../columns.ts";

/**
 * Outbox of file removals: recorded by the transaction that deletes what the files belong to, deleted once the files are
 * gone.
 */
export const fileRemovals = table("file_removals", {
  /** A storage key, or a folder of keys, which ends with "/". */
  path: text().primaryKey(),
});
