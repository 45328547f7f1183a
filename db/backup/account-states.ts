import path from "node:path";
import { onPostgres } from "./on-postgres.ts";

export interface AccountStates {
  /** Of members, by id. */
  members: ReadonlyMap<string, string>;
  /** Names of operators who can sign in. */
  operators: ReadonlySet<string>;
}

const members = "select id, state from users where provider <> 'system'";
const operators = "select name from operators where disabled_at is null and password_hash is not null";

/** Null without a database that tells: none is there yet, it is damaged, or of an early version. Changes nothing. */
export async function readAccountStates(place: {
  url: string | undefined;
  dataDir: string;
}): Promise<AccountStates | null> {
  try {
    const found = place.url ? await readPostgres(place.url) : await readSqlite(place.dataDir);
    return {
      members: new Map(found.members.map(({ id, state }) => [id, state])),
      operators: new Set(found.operators.map(({ name }) => name)),
    };
  } catch {
    return null;
  }
}

interface Rows {
  members: { id: string; state: string }[];
  operators: { name: string }[];
}

function readPostgres(url: string): Promise<Rows> {
  return onPostgres(url, async (client) => ({
    members: (await client.query<Rows["members"][number]>(members)).rows,
    operators: (await client.query<Rows["operators"][number]>(operators)).rows,
  }));
}

async function readSqlite(dataDir: string): Promise<Rows> {
  const { default: Sqlite } = await import("better-sqlite3");
  const file = new Sqlite(path.join(dataDir, "mugen.sqlite"), { readonly: true, fileMustExist: true });
  try {
    return {
      members: file.prepare<[], Rows["members"][number]>(members).all(),
      operators: file.prepare<[], Rows["operators"][number]>(operators).all(),
    };
  } finally {
    file.close();
  }
}
