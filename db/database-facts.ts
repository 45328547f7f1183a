import { sql } from "drizzle-orm";
import { primary } from "./client.ts";
import { dialect } from "./columns.ts";

export interface DatabaseFacts {
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
