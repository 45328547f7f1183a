import { expect, test } from "vitest";
import { removeExpiredSignInAttempts } from "#app/features/accounts/sign-in/server/sign-in-attempts.server.ts";
import { write } from "#db/client.ts";
import { signInAttempts } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { listCleanUps, runCleanUps } from "./clean-ups.server.ts";

withDatabase();

test("the console shows when each clean-up ran, what it removed and when it runs again; a failing one stops no other", async () => {
  const now = new Date("2026-11-22T03:00:00Z");
  const attempt = { nonce: "nonce", returnPath: "/", expiresAt: new Date(now.getTime() - 1) };
  await write((tx) =>
    tx.insert(signInAttempts).values([
      { id: "one", ...attempt },
      { id: "two", ...attempt },
      { id: "open", ...attempt, expiresAt: new Date(now.getTime() + 1) },
    ]),
  );
  expect((await listCleanUps()).every(({ last }) => last === "まだ")).toBe(true);
  await runCleanUps({ speech: async () => 7 }, now);
  await runCleanUps(
    {
      sessions: () => Promise.reject(new Error("the database refuses")),
      signInAttempts: () => removeExpiredSignInAttempts(now),
    },
    now,
  );
  const shown = new Map((await listCleanUps()).map((view) => [view.name, view]));
  expect(shown.get("sessions")).toMatchObject({ removed: "失敗" });
  expect(shown.get("signInAttempts")).toMatchObject({ removed: "2件", after: "10分" });
  expect(shown.get("signInAttempts")?.last).toContain("12:00");
  expect(shown.get("signInAttempts")?.next).toContain("12:05");
  expect(shown.get("speech")).toMatchObject({ removed: "7件" });
  for (const { what, after } of shown.values()) expect(after, what).not.toBe("");
});
