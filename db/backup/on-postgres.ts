import { createHash } from "node:crypto";
import type { Client } from "pg";

export async function onPostgres<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether a server, worker or command is connected too. */
export async function hasOtherClients(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1",
  );
  return rows.length > 0;
}

/** First half of the advisory locks of places. */
const placeLocks = 7723002;

/**
 * A lock that all hosts of one database know. Ends with its connection, so that a killed process leaves none. Null while another
 * holds it.
 */
export async function lockOnPostgres(
  url: string,
  name: string,
): Promise<{ isHeld(): Promise<boolean>; release(): Promise<void> } | null> {
  const { default: pg } = await import("pg");
  // It is silent for hours: a host that vanished must be noticed, and a firewall must not forget the connection.
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  // Without a listener a broken connection would end the process; its next query fails too.
  client.on("error", () => {});
  await client.connect();
  try {
    const id = createHash("sha256").update(name).digest().readInt32BE();
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock($1, $2) as locked",
      [placeLocks, id],
    );
    if (rows[0]?.locked)
      return {
        isHeld: () =>
          client.query("select 1").then(
            () => true,
            () => false,
          ),
        release: () => client.end(),
      };
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.end();
  return null;
}
