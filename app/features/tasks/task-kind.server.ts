import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { TaskQueue } from "#app/queue/queue.ts";
import type { Db } from "#db/client.ts";

type ColumnOf<Data> = PgColumn & { _: { data: Data; notNull: true } };

/** Jobs carry its rows. */
export type QueuedTable = PgTable & { id: ColumnOf<string | number>; createdAt: PgColumn };

/** Optional columns: `stage`, `startedAt`, `updatedAt`, `endedAt`, `error` and `failureCause`. */
export type TaskTable = QueuedTable & {
  id: ColumnOf<string>;
  state: ColumnOf<string>;
  progress: ColumnOf<number>;
  attempts: ColumnOf<number>;
  $inferSelect: { id: string; state: string; attempts: number };
};

export interface QueuedKind<Table extends QueuedTable> {
  /** Names the kind in its jobs. */
  name: string;
  queue: TaskQueue;
  table: Table;
  /** A row that has not ended. Literals, so that both databases use the table's partial index. */
  open: SQL;
  /** Narrows `open` to rows of this kind, where the table has others. */
  carried?: SQL | undefined;
  /** Of its jobs (`jobPriorities`). */
  priority: number;
  /** Owners take turns: the first task of each runs before the second of any. Without it the oldest task runs first. */
  owner?: PgColumn;
}

export interface TaskEnd {
  as: "failed" | "cancelled";
  /** Japanese, for people. */
  error?: string | null | undefined;
  cause?: string | undefined;
}

export interface TaskKind<Table extends TaskTable> extends QueuedKind<Table> {
  /** Prevents endless crashes: a task whose process died this often fails. */
  maxAttempts: number;
  crashMessage: string;
  /** People read it after a failure without a message of its own. */
  failureMessage: string;
  /** Only this member may watch the task; without the function, or for null, only the console. */
  findMember?(on: Db, task: Table["$inferSelect"]): Promise<string | null>;
  begin?(task: Table["$inferSelect"], now: Date): Partial<Table["$inferSelect"]>;
  /** Runs with the end of a locked task in the same transaction, for example a refund. Returns further changes of its row. */
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
