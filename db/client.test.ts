import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addMember, withDatabase } from "#test/database.ts";
import { afterCommit, db, primary, write } from "./client.ts";
import { dialect } from "./columns.ts";
import { isUniqueViolation } from "./errors.ts";
import { settings, users } from "./schema/index.ts";

withDatabase();

const settingOf = async (key: string) =>
  (await db.select().from(settings).where(eq(settings.key, key)))[0]?.value;

test("a transaction that throws leaves nothing, and the next one works", async () => {
  await expect(
    write(async (tx) => {
      await tx.insert(settings).values({ key: "lost", value: "1" });
      throw new Error("stop");
    }),
  ).rejects.toThrow("stop");
  expect(await settingOf("lost")).toBeUndefined();
  await write((tx) => tx.insert(settings).values({ key: "kept", value: "1" }));
  expect(await settingOf("kept")).toBe("1");
});

test("a nested write joins the outer one: both go or both stay", async () => {
  await expect(
    write(async (tx) => {
      await tx.insert(settings).values({ key: "outer", value: "1" });
      await write((inner) => inner.insert(settings).values({ key: "inner", value: "1" }));
      throw new Error("stop");
    }),
  ).rejects.toThrow("stop");
  expect([await settingOf("outer"), await settingOf("inner")]).toEqual([undefined, undefined]);
});

test("what follows a commit runs after it, and not after a rollback", async () => {
  const seen: (string | undefined)[] = [];
  await write(async (tx) => {
    afterCommit(async () => void seen.push(await settingOf("followed")));
    await tx.insert(settings).values({ key: "followed", value: "yes" });
  });
  await write(async () => {
    afterCommit(() => void seen.push("after a rollback"));
    throw new Error("stop");
  }).catch(() => {});
  expect(seen).toEqual(["yes"]);
  expect(() => afterCommit(() => {})).toThrow();
});

test("a follow-up that fails neither undoes the write nor keeps the others from running", async () => {
  const seen: string[] = [];
  const result = await write(async (tx) => {
    afterCommit(() => Promise.reject(new Error("no connection")));
    afterCommit(() => {
      throw new Error("at once");
    });
    afterCommit(() => void seen.push("last"));
    await tx.insert(settings).values({ key: "written", value: "1" });
    return "done";
  });
  expect([result, seen, await settingOf("written")]).toEqual(["done", ["last"], "1"]);
});

/** As drivers report it, below the error of the query. */
const given = (code: string) => new Error("query failed", { cause: Object.assign(new Error(), { code }) });

test.each(["40P01", "40001"])(
  "work that Postgres gives up (%s) runs again, its follow-ups once",
  async (code) => {
    let attempts = 0;
    let followed = 0;
    await write(async (tx) => {
      await tx.insert(settings).values({ key: `again-${code}`, value: String(++attempts) });
      afterCommit(() => void followed++);
      // Joined: the whole is tried again, not the part.
      await write(async () => {
        if (attempts < 3) throw given(code);
      });
    });
    expect([attempts, followed, await settingOf(`again-${code}`)]).toEqual([3, 1, "3"]);
  },
);

test("work that never comes through ends with its error, any other error at once", async () => {
  const attempts: Record<string, number> = {};
  for (const code of ["40P01", "23505"]) {
    const work = write(async () => {
      attempts[code] = (attempts[code] ?? 0) + 1;
      throw given(code);
    });
    await expect(work).rejects.toThrow("query failed");
  }
  expect(attempts).toEqual({ "40P01": 6, "23505": 1 });
});

test("without a replica all reads are the same", () => {
  expect(primary).toBe(db);
});

test.runIf(process.env.DATABASE_URL?.startsWith("postgres"))(
  "two who wait for each other on Postgres both come through",
  async () => {
    const [a, b] = [await addMember(), await addMember()];
    const bothHold = Promise.withResolvers<void>();
    let holding = 0;
    const take = async (first: string, second: string) =>
      write(async (tx) => {
        const touch = (id: string) =>
          tx.update(users).set({ updatedAt: new Date() }).where(eq(users.id, id)).returning({ id: users.id });
        await touch(first);
        if (++holding === 2) bothHold.resolve();
        await bothHold.promise;
        await touch(second);
      });
    await Promise.all([take(a.id, b.id), take(b.id, a.id)]);
    expect(holding).toBe(3);
  },
);

test("concurrent read-modify-write transactions lose no update", async () => {
  const { id } = await addMember({ name: "0" });
  const increments = Array.from({ length: 20 }, () =>
    write(async (tx) => {
      const { sql } = await import("drizzle-orm");
      await tx
        .update(users)
        .set({ name: sql`cast(cast(${users.name} as integer) + 1 as text)` })
        .where(eq(users.id, id));
    }),
  );
  await Promise.all(increments);
  expect((await db.select().from(users).where(eq(users.id, id)))[0]?.name).toBe("20");
});

test.skipIf(dialect === "postgres" && process.env.DATABASE_URL === "pglite:")(
  "the read handle refuses to write",
  async () => {
    await expect(db.insert(settings).values({ key: "stray", value: "1" }).returning()).rejects.toThrow();
    expect(await settingOf("stray")).toBeUndefined();
  },
);

test("a broken unique constraint is recognised on every database", async () => {
  const { email, name } = await addMember();
  const now = new Date();
  const twin = {
    id: "twin",
    provider: "local" as const,
    subject: email,
    name,
    email,
    createdAt: now,
    updatedAt: now,
  };
  const error: unknown = await write((tx) => tx.insert(users).values(twin).returning()).catch(
    (caught: unknown) => caught,
  );
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(new Error("other"))).toBe(false);
});

test("times, booleans and JSON come back as they went in", async () => {
  const now = new Date("2026-11-21T01:02:03.456Z");
  const { id } = await addMember({ isPremium: true });
  await write((tx) => tx.update(users).set({ premiumEndDate: now }).where(eq(users.id, id)).returning());
  const [row] = await db.select().from(users).where(eq(users.id, id));
  expect(row).toMatchObject({ isPremium: true, premiumEndDate: now, premiumStartDate: null });
});

test.runIf(process.env.DATABASE_URL?.startsWith("postgres"))(
  "a connection that breaks in the middle of a transaction fails that transaction alone",
  async () => {
    const breakDown = write((tx) =>
      tx.select({ ended: sql`pg_terminate_backend(pg_backend_pid())` }).from(sql`(values (1)) as one`),
    );
    await expect(breakDown).rejects.toThrow();
    await write((tx) => tx.insert(settings).values({ key: "after", value: "1" }));
    expect(await settingOf("after")).toBe("1");
  },
);
