import { sql } from "drizzle-orm";
import { primary } from "./client.ts";
import { dialect } from "./columns.ts";
import { connectionLimits } from "./postgres-timeouts.ts";

interface DatabaseFacts {
  kind: "SQLite" | "PostgreSQL";
  version: string;
  bytes: number;
}

export async function readDatabaseFacts(): Promise<DatabaseFacts> {
  const { kind, version, bytes } =
    dialect === "sqlite"
      ? {
          kind: "SQLite" as const,
          version: sql<string>`sqlite_version()`,
          bytes: sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
        }
      : {
          kind: "PostgreSQL" as const,
          version: sql<string>`current_setting('server_version')`,
          bytes: sql`pg_database_size(current_database())`,
        };
  const [facts] = await primary
    .select({ version, bytes: bytes.mapWith(Number) })
    .from(sql`(select 1 as one) as one_row`);
  if (!facts) throw new Error("the database tells nothing about itself");
  return { kind, ...facts };
}

interface ReplicaFacts {
  /** False for a server that takes writes: another database, or one that was promoted. */
  isReplica: boolean;
  /** Seconds since the commit that it shows last, 0 if it has all that it was sent. */
  lagS: number;
}

/** Asks the replica at `url` on a connection of its own. Rejects if it does not answer. */
export async function readReplicaFacts(url: string): Promise<ReplicaFacts> {
  return ask(url, async (select) => {
    const [facts] = await select<ReplicaFacts>(`
      select pg_is_in_recovery() as "isReplica",
        case when not pg_is_in_recovery() or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
          else extract(epoch from now() - pg_last_xact_replay_timestamp())::float end as "lagS"`);
    if (!facts) throw new Error("the replica tells nothing about itself");
    return facts;
  });
}

/** Whether the pooler at `url` passes on a transaction. Rejects if not. */
export const askPooler = (url: string): Promise<void> =>
  ask(url, async (select) => void (await select("begin; select 1; commit")));

async function ask<Result>(
  connectionString: string,
  work: (select: <Row>(text: string) => Promise<Row[]>) => Promise<Result>,
): Promise<Result> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ ...connectionLimits, connectionString });
  // Without a listener a broken connection would end the process; its query fails too.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end().catch(() => {});
  }
}
