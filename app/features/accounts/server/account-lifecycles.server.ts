import type { SQLWrapper } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "#db/client.ts";

/** Tables whose rows a deletion locks, besides `users`. */
export type LockedTable = "audioTasks" | "tracks" | "playlists" | "labels";

/** One field of an export, such as `likes`. `read` is called outside of any transaction. */
interface ExportedField {
  schema: z.ZodType;
  read(userId: string): Promise<unknown>;
}

/**
 * What one feature stores about an account, and what it does when an account changes. Accounts know no feature above
 * them: each one fills such a part in a file of its own, and `app/server/register-features.ts` lists them all.
 * Whatever gets a `tx` runs in the transaction of the change, after every row that it may write is locked.
 */
export interface AccountLifecycle {
  name: string;
  /** Queries for the ids (as `id`) of the rows that `removeRows` changes or that the deletion cascades to. */
  lockForDeletion?: Partial<Record<LockedTable, (tx: Db, userId: string) => SQLWrapper>>;
  /** The files of an account that is about to go: storage keys, and folders of keys, which end with "/". */
  findFiles?(tx: Db, userId: string): Promise<string[]>;
  /** Removes what no foreign key cascades to, and corrects the counters that others see. */
  removeRows?(tx: Db, userId: string): Promise<void>;
  /** Adds an account to (1) or takes it from (-1) the counters of others: only approved accounts are counted. */
  updateCounts?(tx: Db, options: { userId: string; by: 1 | -1 }): Promise<void>;
  onDenied?(tx: Db, userId: string): Promise<void>;
  /** A member's invitation has let in `accountId`, which may still wait for approval. `tx` locks both accounts. */
  onInvitationAccepted?(tx: Db, options: { inviterId: string; accountId: string; now: Date }): Promise<void>;
  /** A member's invitation had brought `accountId`, which waited and is not let in. `tx` locks both accounts. */
  onInvitationDenied?(tx: Db, options: { inviterId: string; accountId: string; now: Date }): Promise<void>;
  /** Its fields of the export, in their order. */
  exports?: Record<string, ExportedField>;
}

let parts: readonly AccountLifecycle[] | undefined;

/** Sets all parts, in the order in which they run and are exported. Called again, it replaces them. */
export function registerAccountLifecycles(all: readonly AccountLifecycle[]): void {
  parts = all;
}

/** The parts of all features. Throws when none are registered: a deletion without them would leave data behind. */
export function accountLifecycles(): readonly AccountLifecycle[] {
  if (!parts) throw new Error("no account lifecycles: import app/server/register-features.ts first");
  return parts;
}

/** A field of the export whose `read` gives what `schema` describes. */
export function exportedField<Schema extends z.ZodType>(field: {
  schema: Schema;
  read(userId: string): Promise<z.infer<Schema>>;
}): ExportedField {
  return field;
}
