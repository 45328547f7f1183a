import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { TaskQueue } from "#app/queue/queue.ts";
import type { Db } from "#db/client.ts";

type ColumnOf<Data> = PgColumn & { _: { data: Data; notNull: true } };

/** A table whose rows are carried by jobs. */
export type QueuedTable = PgTable & { id: ColumnOf<string | number>; createdAt: PgColumn };

/**
 * A table of tasks. Of `stage`, `startedAt`, `updatedAt`, `endedAt`, `error` and `failureCause` it has the columns that its kind
 * needs: the others are not written.
 */
export type TaskTable = QueuedTable & {
  id: ColumnOf<string>;
  state: ColumnOf<string>;
  progress: ColumnOf<number>;
  attempts: ColumnOf<number>;
  $inferSelect: { id: string; state: string; attempts: number };
};

/** Rows that wait for workers. */
export interface QueuedKind<Table extends QueuedTable> {
  /** Names the kind in its jobs. */
  name: string;
  queue: TaskQueue;
  table: Table;
  /** The condition of a row that has not ended. Literals, so that both databases use the table's partial index. */
  open: SQL;
  /** The condition of an open row that is carried by a job of this kind, where not all of the table are. */
  carried?: SQL | undefined;
  /** Of its jobs (`jobPriorities`). */
  priority: number;
  /** Owners take turns: the first task of each runs before the second of any. Without it the oldest task runs first. */
  owner?: PgColumn;
}

/** How a task ends without a result. */
export interface TaskEnd {
  as: "failed" | "cancelled";
  /** Japanese, for people. */
  error?: string | null | undefined;
  /** What went wrong, for the operator. */
  cause?: string | undefined;
}

/** What is particular to the tasks of one kind. What they have in common is in this folder. */
export interface TaskKind<Table extends TaskTable> extends QueuedKind<Table> {
  /** Prevents endless crashes: a task whose process died this often fails. */
  maxAttempts: number;
  /** What people read after the last crash. */
  crashMessage: string;
  /** What people read of a failure that has no message of its own. */
  failureMessage: string;
  /** Whose task it is, who alone may watch it; without it, or null, it is the console's. */
  findMember?(on: Db, task: Table["$inferSelect"]): Promise<string | null>;
  /** Further columns that a run sets when it begins. */
  begin?(task: Table["$inferSelect"], now: Date): Partial<Table["$inferSelect"]>;
  /** What happens with the end of a locked task in the same transaction, such as a refund. Returns what else changes in its row. */
  end?(
    tx: Db,
    task: Table["$inferSelect"],
    end: TaskEnd,
  ): Promise<Partial<Table["$inferSelect"]> | undefined>;
  /** How long ended tasks stay; for ever without it. */
  retention?: {
    isOver(now: Date): SQL;
    /** Removes what a task has besides its row, as long as `condition` holds. Returns whether its row goes too. */
    clear?(taskId: string, condition: SQL | undefined): Promise<boolean>;
  };
}
