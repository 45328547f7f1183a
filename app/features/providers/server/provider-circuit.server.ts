import { and, eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { engineCircuits } from "#db/schema/index.ts";

/** This many within the window open the circuit. */
const maxFailures = 5;
const windowMs = 5 * 60_000;
/** Each further opening lasts twice as long as the one before. */
const firstOpenMs = 60_000;
const maxOpenMs = 15 * 60_000;
const maxErrorLength = 500;

/** Spares an engine that has just failed several times: nothing is sent. */
export class CircuitOpen extends Error {
  readonly until: Date;
  constructor(engine: string, until: Date) {
    super(`${engine}: not asked until ${until.toISOString()}, after several failures`);
    this.name = "CircuitOpen";
    this.until = until;
  }
}

/**
 * Throws `CircuitOpen` while the engine's circuit is open. When its time is over, one caller of all processes gets through
 * as a probe, and the others wait for its result.
 *
 * @returns whether the engine has failed lately, so that a success has to be recorded
 */
export async function admitRequest(engine: string, now: Date = new Date()): Promise<boolean> {
  const [circuit] = await primary
    .select({ openUntil: engineCircuits.openUntil })
    .from(engineCircuits)
    .where(eq(engineCircuits.engine, engine));
  if (!circuit) return false;
  const { openUntil } = circuit;
  if (openUntil === null) return true;
  if (openUntil > now) throw new CircuitOpen(engine, openUntil);
  const probeUntil = new Date(now.getTime() + environment().ENGINE_TIMEOUT_SECONDS * 1000);
  const claimed = await write((tx) =>
    tx
      .update(engineCircuits)
      .set({ openUntil: probeUntil, updatedAt: now })
      .where(and(eq(engineCircuits.engine, engine), eq(engineCircuits.openUntil, openUntil)))
      .returning({ engine: engineCircuits.engine }),
  );
  if (claimed.length === 0) throw new CircuitOpen(engine, probeUntil);
  return true;
}

export async function recordSuccess(engine: string): Promise<void> {
  await write((tx) => tx.delete(engineCircuits).where(eq(engineCircuits.engine, engine)));
}

/** Opens at the fifth failure within five minutes, after a failed probe, and at once if `isPermanent`. */
export async function recordFailure(
  engine: string,
  failure: { error: string; isPermanent: boolean },
  now: Date = new Date(),
): Promise<void> {
  const lastError = failure.error.slice(0, maxErrorLength);
  await write(async (tx) => {
    await tx
      .insert(engineCircuits)
      .values({ engine, failures: 0, windowStartedAt: now, lastError, updatedAt: now })
      .onConflictDoNothing();
    const [circuit] = await forUpdate(
      tx.select().from(engineCircuits).where(eq(engineCircuits.engine, engine)),
      "no key update",
    );
    if (!circuit) return;
    const isInWindow = now.getTime() - circuit.windowStartedAt.getTime() < windowMs;
    const failures = isInWindow ? circuit.failures + 1 : 1;
    const opens = failure.isPermanent || circuit.openUntil !== null || failures >= maxFailures;
    const tripCount = opens ? circuit.tripCount + 1 : circuit.tripCount;
    const openMs = Math.min(maxOpenMs, firstOpenMs * 2 ** (tripCount - 1));
    await tx
      .update(engineCircuits)
      .set({
        failures,
        windowStartedAt: isInWindow ? circuit.windowStartedAt : now,
        openUntil: opens ? new Date(now.getTime() + openMs) : null,
        isPermanent: failure.isPermanent,
        tripCount,
        lastError,
        updatedAt: now,
      })
      .where(eq(engineCircuits.engine, engine));
  });
}

/** `isPermanent`: the operator has to act first. Null while requests get through. */
export async function findOpenCircuit(
  engine: string,
  now: Date = new Date(),
): Promise<{ until: Date; isPermanent: boolean } | null> {
  const [circuit] = await primary
    .select({ until: engineCircuits.openUntil, isPermanent: engineCircuits.isPermanent })
    .from(engineCircuits)
    .where(eq(engineCircuits.engine, engine));
  return circuit?.until && circuit.until > now
    ? { until: circuit.until, isPermanent: circuit.isPermanent }
    : null;
}
