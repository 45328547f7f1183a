import type { Pool } from "pg";

export const rateLimitTable = "rate_limits";

/**
 * A small pool for the rate limits' table, created if missing. It is outside the schema: counters may be lost, it is Postgres
 * only, and `rate-limiter-flexible` dictates its columns. Rejects if Postgres refuses or can't be reached.
 */
export async function openRateLimitPool(connectionString: string): Promise<Pool> {
  const { default: pg } = await import("pg");
  // A slower counter is not worth the wait: the process counts in memory.
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
    // If several processes create it at once, all but one may fail on the catalogue's unique index.
    const again = await pool.query<{ exists: boolean }>(exists, [rateLimitTable]);
    if (!again.rows[0]?.exists) throw error;
  }
}
