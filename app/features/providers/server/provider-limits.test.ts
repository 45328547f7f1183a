import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { callEngine } from "#app/engines/providers/call-engine.ts";
import { logger } from "#app/logger.server.ts";
import { db } from "#db/client.ts";
import { engineDays, engineUsage } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { providerAccess } from "./provider-access.server.ts";
import { admitRequest, CircuitOpen, recordFailure, recordSuccess } from "./provider-circuit.server.ts";
import * as usage from "./provider-usage.server.ts";
import {
  BudgetReached,
  findUsedUpBudget,
  removeOldUsage,
  reserveUsage,
  settleUsage,
} from "./provider-usage.server.ts";

withDatabase();
withSettings({
  ENGINE_DAILY_REQUESTS: 6,
  ENGINE_DAILY_CHARACTERS: 10_000,
  ENGINE_MEMBER_DAILY_REQUESTS: 3,
  ENGINE_MEMBER_DAILY_CHARACTERS: 1000,
  ENGINE_PRICES: { small: { input: 100, output: 400, characters: 10 } },
});

const evening = new Date("2026-11-20T14:59:00Z");
const afterMidnight = new Date("2026-11-20T15:00:00Z");

function reserve(o: { engine: string; userId: string | null; characters?: number; now?: Date }) {
  const { engine, userId, characters = 100, now = evening } = o;
  const caller = { userId, taskId: null };
  return reserveUsage({ engine, purpose: "script", model: "small", caller, characters }, now);
}

test("a member gets no more than their requests and characters of a day, however many come at once", async () => {
  const { id: userId } = await addMember();
  const engine = "member-budget";
  const sent = await Promise.allSettled([1, 2, 3, 4, 5].map(() => reserve({ engine, userId })));
  const refused = sent.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(2);
  for (const { reason } of refused) expect(reason).toMatchObject({ owner: "member" });
  expect(await findUsedUpBudget({ engine, userId }, evening)).toBe("member");
  // What was refused counts for nobody.
  const [day] = await db.select().from(engineDays).where(eq(engineDays.engine, engine));
  expect(day).toMatchObject({ requests: 3, characters: 300 });

  expect(await findUsedUpBudget({ engine, userId }, afterMidnight)).toBeNull();
  await reserve({ engine, userId, characters: 600, now: afterMidnight });
  await expect(reserve({ engine, userId, characters: 401, now: afterMidnight })).rejects.toThrow(
    BudgetReached,
  );
  await reserve({ engine, userId, characters: 400, now: afterMidnight });
});

test("the site's budget ends for everybody at the same time", async () => {
  const engine = "site-budget";
  const members = await Promise.all([1, 2, 3].map(() => addMember()));
  const sent = await Promise.allSettled(
    members.flatMap(({ id }) => [1, 2, 3].map(() => reserve({ engine, userId: id }))),
  );
  expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  await expect(reserve({ engine, userId: null })).rejects.toMatchObject({ owner: "site" });
  const newcomer = await addMember();
  expect(await findUsedUpBudget({ engine, userId: newcomer.id }, evening)).toBe("site");
});

test("what a request has used is added to its day once, with its price", async () => {
  const engine = "price";
  const id = await reserve({ engine, userId: null, characters: 1000 });
  const used = { usage: { inputTokens: 10_000, outputTokens: 5000 }, milliseconds: 1234.4 };
  await settleUsage(id, { outcome: "done", ...used });
  await settleUsage(id, { outcome: "unavailable", ...used });
  const [day] = await db.select().from(engineDays).where(eq(engineDays.engine, engine));
  expect(day).toMatchObject({ failures: 0, inputTokens: 10_000, outputTokens: 5000, milliseconds: 1234 });
  expect(day?.yen).toBeCloseTo(1 + 2 + 0.01);
  await removeOldUsage(new Date(evening.getTime() + 91 * 24 * 60 * 60 * 1000));
  expect(await db.select().from(engineUsage).where(eq(engineUsage.engine, engine))).toEqual([]);
});

test("an answer that was paid for is kept though its use can't be recorded, and its request stays counted", async () => {
  const engine = "unrecorded";
  vi.spyOn(logger, "error").mockImplementation(() => {});
  const request = { engine, purpose: "script", model: "small", characters: 100 } as const;
  const send = vi.fn(async () => {
    // As where the disk fills up while the provider answers.
    vi.spyOn(usage, "settleUsage").mockRejectedValue(new Error("the database takes no writes"));
    return { value: "script", usage: {} };
  });
  const access = providerAccess({ userId: null, taskId: null });
  const signal = AbortSignal.timeout(60_000);
  expect(await callEngine({ ...request, access, signal, delaysMs: [0, 0] }, send)).toBe("script");
  vi.restoreAllMocks();
  expect(send).toHaveBeenCalledOnce();
  const [day] = await db.select().from(engineDays).where(eq(engineDays.engine, engine));
  expect(day).toMatchObject({ requests: 1, characters: 100 });
});

const at = (seconds: number) => new Date(evening.getTime() + seconds * 1000);
const failure = { error: "503", isPermanent: false };

test("five failures within five minutes open the circuit; then one probe at a time decides", async () => {
  const engine = "circuit";
  for (let second = 0; second < 4; second++) await recordFailure(engine, failure, at(second));
  expect(await admitRequest(engine, at(4))).toBe(true);
  await recordFailure(engine, failure, at(5));
  await expect(admitRequest(engine, at(64))).rejects.toThrow(CircuitOpen);

  const probes = await Promise.allSettled([1, 2, 3].map(() => admitRequest(engine, at(66))));
  expect(probes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  // A failed probe opens it for twice as long.
  await recordFailure(engine, failure, at(70));
  await expect(admitRequest(engine, at(70 + 119))).rejects.toThrow(CircuitOpen);
  await admitRequest(engine, at(70 + 121));
  await recordSuccess(engine);
  expect(await admitRequest(engine, at(192))).toBe(false);
});

test("failures that lie far apart open nothing, a refused key at once", async () => {
  for (let hour = 0; hour < 8; hour++) await recordFailure("seldom", failure, at(hour * 3600));
  expect(await admitRequest("seldom", at(8 * 3600))).toBe(true);
  await recordFailure("refused-key", { error: "401", isPermanent: true }, at(0));
  await expect(admitRequest("refused-key", at(1))).rejects.toThrow(CircuitOpen);
});
