import { and, eq, lt, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import type { ProviderRequest, TokenUsage } from "#app/engines/providers/provider-access.ts";
import type { EngineOutcome, ProviderCaller } from "#app/features/providers/providers.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { type Db, primary, write } from "#db/client.ts";
import { removeRows } from "#db/remove-rows.ts";
import { engineDays, engineUsage } from "#db/schema/index.ts";

/** Of single requests; the sums of the days stay. */
export const usageRetentionDays = 90;

type BudgetOwner = "site" | "member";

export class BudgetReached extends Error {
  readonly owner: BudgetOwner;
  constructor(engine: string, owner: BudgetOwner) {
    super(`${engine}: today's budget of the ${owner} is used up`);
    this.name = "BudgetReached";
    this.owner = owner;
  }
}

/** Prevents overspending: requests never share what is left. Returns the id for `settleUsage`. Throws `BudgetReached`. */
export async function reserveUsage(
  o: ProviderRequest & { caller: ProviderCaller },
  now: Date = new Date(),
): Promise<number> {
  const { engine, purpose, model, caller, characters } = o;
  const settings = environment();
  const day = tokyoDay(now);
  return write(async (tx) => {
    const [counted] = await tx
      .insert(engineDays)
      .values({ day, engine, requests: 1, characters })
      .onConflictDoUpdate({
        target: [engineDays.day, engineDays.engine],
        set: {
          requests: sql`${engineDays.requests} + 1`,
          characters: sql`${engineDays.characters} + ${characters}`,
        },
      })
      .returning({ requests: engineDays.requests, characters: engineDays.characters });
    if (!counted || isOver(counted, siteBudget(settings))) throw new BudgetReached(engine, "site");
    if (caller.userId !== null) {
      const used = await memberUsage(tx, { engine, userId: caller.userId, day });
      const next = { requests: used.requests + 1, characters: used.characters + characters };
      if (isOver(next, memberBudget(settings))) throw new BudgetReached(engine, "member");
    }
    const [row] = await tx
      .insert(engineUsage)
      .values({ engine, purpose, model, ...caller, day, outcome: "running", characters, createdAt: now })
      .returning({ id: engineUsage.id });
    if (!row) throw new Error("no row of usage");
    return row.id;
  });
}

interface Budget {
  requests: number;
  characters: number;
}

type Settings = ReturnType<typeof environment>;
const siteBudget = (settings: Settings): Budget => ({
  requests: settings.ENGINE_DAILY_REQUESTS,
  characters: settings.ENGINE_DAILY_CHARACTERS,
});
const memberBudget = (settings: Settings): Budget => ({
  requests: settings.ENGINE_MEMBER_DAILY_REQUESTS,
  characters: settings.ENGINE_MEMBER_DAILY_CHARACTERS,
});
const isOver = (used: Budget, budget: Budget) =>
  used.requests > budget.requests || used.characters > budget.characters;
const isUsedUp = (used: Budget, budget: Budget) =>
  used.requests >= budget.requests || used.characters >= budget.characters;

async function memberUsage(tx: Db, o: { engine: string; userId: string; day: string }): Promise<Budget> {
  const [used] = await tx
    .select({
      requests: sql<number>`count(*)`.mapWith(Number),
      characters: sql<number>`coalesce(sum(${engineUsage.characters}), 0)`.mapWith(Number),
    })
    .from(engineUsage)
    .where(
      and(eq(engineUsage.userId, o.userId), eq(engineUsage.day, o.day), eq(engineUsage.engine, o.engine)),
    );
  return used ?? { requests: 0, characters: 0 };
}

/** Null while both have something left today. */
export async function findUsedUpBudget(
  o: { engine: string; userId: string },
  now: Date = new Date(),
): Promise<BudgetOwner | null> {
  const settings = environment();
  const day = tokyoDay(now);
  const [[site], member] = await Promise.all([
    primary
      .select({ requests: engineDays.requests, characters: engineDays.characters })
      .from(engineDays)
      .where(and(eq(engineDays.day, day), eq(engineDays.engine, o.engine))),
    memberUsage(primary, { ...o, day }),
  ]);
  if (site && isUsedUp(site, siteBudget(settings))) return "site";
  return isUsedUp(member, memberBudget(settings)) ? "member" : null;
}

/** Adds outcome and use to the request's row and to its day. */
export async function settleUsage(
  id: number,
  o: { outcome: Exclude<EngineOutcome, "running">; usage: TokenUsage; milliseconds: number },
): Promise<void> {
  const { inputTokens = 0, outputTokens = 0 } = o.usage;
  const milliseconds = Math.round(o.milliseconds);
  await write(async (tx) => {
    const [row] = await tx.select().from(engineUsage).where(eq(engineUsage.id, id));
    if (row?.outcome !== "running") return;
    const price = environment().ENGINE_PRICES?.[row.model];
    const yen = price
      ? (inputTokens * price.input + outputTokens * price.output + row.characters * price.characters) / 1e6
      : 0;
    const measured = { inputTokens, outputTokens, milliseconds, yen };
    // In the order of `reserveUsage`.
    await tx
      .update(engineDays)
      .set({
        failures: sql`${engineDays.failures} + ${o.outcome === "done" || o.outcome === "aborted" ? 0 : 1}`,
        inputTokens: sql`${engineDays.inputTokens} + ${inputTokens}`,
        outputTokens: sql`${engineDays.outputTokens} + ${outputTokens}`,
        milliseconds: sql`${engineDays.milliseconds} + ${milliseconds}`,
        yen: sql`${engineDays.yen} + ${yen}`,
      })
      .where(and(eq(engineDays.day, row.day), eq(engineDays.engine, row.engine)));
    await tx
      .update(engineUsage)
      .set({ outcome: o.outcome, ...measured })
      .where(eq(engineUsage.id, id));
  });
}

export async function removeOldUsage(now: Date = new Date()): Promise<number> {
  return removeRows(
    engineUsage,
    lt(engineUsage.createdAt, new Date(now.getTime() - usageRetentionDays * dayMs)),
  );
}
