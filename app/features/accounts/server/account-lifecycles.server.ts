import type { SQLWrapper } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "#db/client.ts";

/** A deletion also locks `users`. */
export type LockedTable = "audioTasks" | "tracks" | "playlists" | "labels";

/** `read` is called outside of any transaction. */
interface ExportedField {
  schema: z.ZodType;
  read(userId: string): Promise<unknown>;
}

/**
 * What one feature stores about an account and does when it changes. Accounts must not import the features above them: each
 * feature writes such a part, and `app/server/register-features.ts` lists all. A `tx` is the transaction of the change,
 * after every row that it may write is locked.
 */
export interface AccountLifecycle {
  name: string;
  /** Queries for the ids (as `id`) of the rows that `removeRows` changes or that the deletion cascades to. */
  lockForDeletion?: Partial<Record<LockedTable, (tx: Db, userId: string) => SQLWrapper>>;
  /** Storage keys, and folders of keys, which end with "/". */
  findFiles?(tx: Db, userId: string): Promise<string[]>;
  /** Removes what no foreign key cascades to, and corrects the counters that others see. */
  removeRows?(tx: Db, userId: string): Promise<void>;
  /** Adds the account to others' counters (1) or takes it away (-1): only approved accounts count. */
  updateCounts?(tx: Db, options: { userId: string; by: 1 | -1 }): Promise<void>;
  onDenied?(tx: Db, userId: string): Promise<void>;
  /** `accountId` may still wait for approval. `tx` locks both accounts. */
  onInvitationAccepted?(tx: Db, options: { inviterId: string; accountId: string; now: Date }): Promise<void>;
  /** The row has the new address already. */
  onEmailChanged?(tx: Db, options: { userId: string; previousEmail: string; now: Date }): Promise<void>;
  /** `accountId` waited and is not let in. `tx` locks both accounts. */
  onInvitationDenied?(tx: Db, options: { inviterId: string; accountId: string; now: Date }): Promise<void>;
  exports?: Record<string, ExportedField>;
}

let parts: readonly AccountLifecycle[] | undefined;

/** They run and are exported in this order. A second call replaces the first. */
export function registerAccountLifecycles(all: readonly AccountLifecycle[]): void {
  parts = all;
}

/** Throws when none are registered: a deletion would leave data behind. */
export function accountLifecycles(): readonly AccountLifecycle[] {
  if (!parts) throw new Error("no account lifecycles: import app/server/register-features.ts first");
  return parts;
}

export function exportedField<Schema extends z.ZodType>(field: {
  schema: Schema;
  read(userId: string): Promise<z.infer<Schema>>;
}): ExportedField {
  return field;
}
