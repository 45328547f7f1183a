import type { Pool } from "pg";

export const rateLimitTable = "rate_limits";

/**
 * Opens a small pool for the table of rate limits, which it creates where it is missing. The table is no part of the schema:
 * its rows are counters that may be lost, it exists on Postgres only, and its columns are those that
 * `rate-limiter-flexible` expects. Rejects when Postgres can't be reached or refuses.
 */
export async function openRateLimitPool(connectionString: string): Promise<Pool> {
  const { default: pg } = await import("pg");
  // A counter that takes longer than this is not worth the wait: the process then counts in memory.
  const timeoutMs = 1000;
  const pool = new pg.Pool({
    connectionString,
    max: 4,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // Without listeners a broken connection would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await createTable(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}

async function createTable(pool: Pool): Promise<void> {
  const exists = "select to_regclass($1) is not null as exists";
  const found = await pool.query<{ exists: boolean }>(exists, [rateLimitTable]);
  if (found.rows[0]?.exists) return;
  try {
    await pool.query(
      `create table if not exists ${rateLimitTable}` +
        " (key varchar(255) primary key, points integer not null default 0, expire bigint)",
    );
  } catch (error) {
    // Of several processes that start together one creates it, and the others may fail on the catalogue's unique index.
    const again = await pool.query<{ exists: boolean }>(exists, [rateLimitTable]);
    if (!again.rows[0]?.exists) throw error;
  }
}
