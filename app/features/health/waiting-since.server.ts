import { and, eq, inArray, isNull, lte, min, ne } from "drizzle-orm";
import { openTask } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { primary } from "#db/client.ts";
import { audioTasks, emails, generationTasks, stripeEvents } from "#db/schema/index.ts";

interface Waiting {
  what: "creation" | "generation" | "emails" | "stripe-events";
  /** Since when the oldest waits; null if nothing does. */
  since: Date | null;
}

/** Of each kind of work that waits, the oldest: how far workers and Stripe's events are behind. */
export async function findOldestWaiting(now: Date): Promise<Waiting[]> {
  const [creation, generation, email, event] = await Promise.all([
    primary
      .select({ since: audioTasks.updatedAt })
      .from(audioTasks)
      .where(and(openTask, isNull(audioTasks.startedAt), ne(audioTasks.flow, "seed")))
      .orderBy(audioTasks.updatedAt)
      .limit(1),
    primary
      .select({ since: min(generationTasks.createdAt) })
      .from(generationTasks)
      .where(and(inArray(generationTasks.kind, ["theme", "text"]), eq(generationTasks.state, "queued"))),
    primary
      .select({ since: emails.dueAt })
      .from(emails)
      .where(and(isNull(emails.error), lte(emails.dueAt, now)))
      .orderBy(emails.dueAt)
      .limit(1),
    primary
      .select({ since: stripeEvents.receivedAt })
      .from(stripeEvents)
      .where(isNull(stripeEvents.processedAt))
      .orderBy(stripeEvents.receivedAt)
      .limit(1),
  ]);
  return [
    { what: "creation", since: creation[0]?.since ?? null },
    { what: "generation", since: generation[0]?.since ?? null },
    { what: "emails", since: email[0]?.since ?? null },
    { what: "stripe-events", since: event[0]?.since ?? null },
  ];
}
