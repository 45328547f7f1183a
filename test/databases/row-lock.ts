import pg from "pg";
import { afterAll, beforeAll } from "vitest";

/**
 * For lock orders on Postgres: `lockRow` makes what follows wait until `unlockRow`; `countWaiting` counts waiting connections.
 * `isOnPostgres` is false on SQLite and PGlite, which have one writer.
 */
export function withRowLock() {
  const url = process.env.DATABASE_URL?.startsWith("postgres") ? process.env.DATABASE_URL : undefined;
  let holder: pg.Client;
  let watcher: pg.Client;
  beforeAll(async () => {
    if (!url) return;
    holder = new pg.Client({ connectionString: url });
    watcher = new pg.Client({ connectionString: url });
    await Promise.all([holder.connect(), watcher.connect()]);
  });
  afterAll(async () => {
    if (url) await Promise.all([holder.end(), watcher.end()]);
  });
  return {
    isOnPostgres: url !== undefined,
    async lockRow(table: string, id: string | number | undefined): Promise<void> {
      await holder.query("begin");
      await holder.query(`select 1 from ${table} where id = $1 for update`, [id]);
    },
    async unlockRow(): Promise<void> {
      await holder.query("commit");
    },
    async countWaiting(): Promise<number> {
      const { rows } = await watcher.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0]?.n ?? 0;
    },
  };
}
