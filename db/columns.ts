/**
 * One kit of column builders for two databases. TypeScript always sees the Postgres types; on SQLite the
 * SQLite builders stand in their place at run time. This is the only file that knows both dialects' builders,
 * and `pick` is the only cast.
 */
import * as pg from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";

export type Dialect = "postgres" | "sqlite";

/** Which database this process speaks; fixed for its life by `DATABASE_URL`. */
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

/** Generated numeric primary key; never reused. */
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

/** A JavaScript Date with millisecond precision. */
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
