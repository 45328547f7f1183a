import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addMember, withDatabase } from "#test/database.ts";
import { cacheByDataVersion } from "./cache-by-data-version.ts";
import { db, write } from "./client.ts";
import { dialect } from "./columns.ts";
import { users } from "./schema/index.ts";

withDatabase();

const setName = (id: string, name: string) =>
  write((tx) => tx.update(users).set({ name }).where(eq(users.id, id)));

test("what was found is returned without asking again, until a commit changes the database", async () => {
  const { id } = await addMember({ name: "夜野" });
  let asked = 0;
  const names = cacheByDataVersion<string | undefined>(10);
  const nameOf = () =>
    names(id, async () => {
      asked += 1;
      const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, id));
      return user?.name;
    });
  expect([await nameOf(), await nameOf(), await nameOf()]).toEqual(["夜野", "夜野", "夜野"]);
  expect(asked).toBe(dialect === "sqlite" ? 1 : 3);
  await setName(id, "朝野");
  expect(await nameOf()).toBe("朝野");
  // Two commits of one turn of the event loop.
  await setName(id, "昼野");
  expect(await nameOf()).toBe("昼野");
});

test("what does not last, and an error, is looked for again", async () => {
  const found = cacheByDataVersion<number>(10, (number) => number > 1);
  let next = 0;
  const ask = () =>
    found("key", async () => {
      next += 1;
      if (next === 1) throw new Error("not yet");
      return next - 1;
    });
  await expect(ask()).rejects.toThrow("not yet");
  expect([await ask(), await ask()]).toEqual([1, 2]);
});
