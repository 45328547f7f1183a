/**
 * One kit of column builders for two databases: TypeScript sees Postgres' types, SQLite's builders stand in at run time. The
 * only file that knows both, and `pick` is the only cast.
 */
import * as pg from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";

export type Dialect = "postgres" | "sqlite";

/** Fixed for the process by `DATABASE_URL`. */
export const dialect: Dialect = /^(postgres(ql)?|pglite):/.test(process.env.DATABASE_URL ?? "")
  ? "postgres"
  : "sqlite";

const pick = <P>(postgres: () => P, sqlite: () => unknown): P =>
  dialect === "postgres" ? postgres() : (sqlite() as P);

export const table = pick(
  () => pg.pgTable,
  () => lite.sqliteTable,
);
export const text = pick(
  () => pg.text,
  () => lite.text,
);
export const integer = pick(
  () => pg.integer,
  () => lite.integer,
);
export const real = pick(
  () => pg.doublePrecision,
  () => lite.real,
);
export const primaryKey = pick(
  () => pg.primaryKey,
  () => lite.primaryKey,
);
export const index = pick(
  () => pg.index,
  () => lite.index,
);
export const uniqueIndex = pick(
  () => pg.uniqueIndex,
  () => lite.uniqueIndex,
);
export const check = pick(
  () => pg.check,
  () => lite.check,
);

/** Generated key; never reused. */
export const serial = () =>
  pick(
    () => pg.integer().primaryKey().generatedByDefaultAsIdentity(),
    () => lite.integer().primaryKey({ autoIncrement: true }),
  );

export const boolean = () =>
  pick(
    () => pg.boolean(),
    () => lite.integer({ mode: "boolean" }),
  );

/** A Date with milliseconds. */
export const timestamp = () =>
  pick(
    () => pg.timestamp({ withTimezone: true, mode: "date", precision: 3 }),
    () => lite.integer({ mode: "timestamp_ms" }),
  );

export const json = <T>() =>
  pick(
    () => pg.jsonb().$type<T>(),
    () => lite.text({ mode: "json" }).$type<T>(),
  );
