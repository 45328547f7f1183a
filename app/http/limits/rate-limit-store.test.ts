import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { LimitReached } from "#app/features/domain-error.ts";
import { withDatabase } from "#test/database.ts";
import { closeRateLimitStore, openRateLimitStore, RateLimit } from "./rate-limit.server.ts";

const url = environment().DATABASE_URL ?? "";
const isPostgres = url.startsWith("postgres");

withDatabase();
beforeAll(async () => {
  // Web processes that start together.
  if (isPostgres) await Promise.all([openRateLimitStore(url), openRateLimitStore(url)]);
});
afterAll(closeRateLimitStore);

/** Each as another process has it: they share nothing but the database. */
const inProcess = (name: string) =>
  new RateLimit({ name, counts: "tries", per: "member", max: 2, windowS: 60 });

test.runIf(isPostgres)("processes count together", async () => {
  const [first, second] = [inProcess("shared"), inProcess("shared")];
  await first.consume("a");
  await second.consume("a");
  for (const process of [first, second]) {
    await expect(process.consume("a")).rejects.toThrow(LimitReached);
    await expect(process.consume("a")).rejects.toSatisfy(
      (error) => error instanceof LimitReached && error.retryAfter > 50 && error.retryAfter <= 60,
    );
  }
  await inProcess("other").consume("a");
});

test("a process goes on alone when the store fails", async () => {
  const limit = inProcess("insured");
  await limit.consume("a");
  await closeRateLimitStore();
  const outcomes = [];
  for (let time = 0; time < 3; time++)
    outcomes.push(
      await limit.consume("a").then(
        () => "counted",
        () => "refused",
      ),
    );
  // What the store counted is lost with it, and nothing worse happens.
  expect(outcomes).toEqual(
    isPostgres ? ["counted", "counted", "refused"] : ["counted", "refused", "refused"],
  );
});
