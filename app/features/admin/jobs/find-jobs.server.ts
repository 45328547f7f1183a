import { and, asc, desc, eq, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { openTask } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { failedTask } from "#app/features/creation/tasks/server/retry-task.server.ts";
import { isStripeConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { listProviderUsage } from "#app/features/providers/server/list-provider-usage.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { countJobs } from "#app/queue/queue.ts";
import { primary } from "#db/client.ts";
import {
  audioTasks,
  emails,
  pushDeliveries,
  stripeCancellations,
  stripeEvents,
  users,
} from "#db/schema/index.ts";

const listLength = 50;
/** Counts end here. */
const maxCount = 1000;

export type TaskView = Awaited<ReturnType<typeof findTasks>>["failed"][number];
export type JobsView = Awaited<ReturnType<typeof findJobs>>;

export async function findJobs() {
  const now = new Date();
  const [queues, tasks, outbox, stripe, engines] = await Promise.all([
    countJobs(),
    findTasks(now),
    findOutbox(now),
    isStripeConfigured() ? findStripeWork(now) : null,
    findEngines(now),
  ]);
  return { queues, tasks, outbox, stripe, engines };
}

async function findTasks(now: Date) {
  const columns = {
    id: audioTasks.id,
    kind: audioTasks.kind,
    flow: audioTasks.flow,
    state: audioTasks.state,
    stage: audioTasks.stage,
    progress: audioTasks.progress,
    attempts: audioTasks.attempts,
    error: audioTasks.error,
    failureCause: audioTasks.failureCause,
    createdAt: audioTasks.createdAt,
    startedAt: audioTasks.startedAt,
    updatedAt: audioTasks.updatedAt,
    member: { id: users.id, name: users.name },
  };
  const select = () =>
    primary.select(columns).from(audioTasks).innerJoin(users, eq(users.id, audioTasks.userId)).$dynamic();
  const [open, failed, openCount, failedCount] = await Promise.all([
    select().where(openTask).orderBy(asc(audioTasks.updatedAt)).limit(listLength),
    select().where(failedTask).orderBy(desc(audioTasks.updatedAt)).limit(listLength),
    countUpTo(primary.select({ id: audioTasks.id }).from(audioTasks).where(openTask).limit(maxCount)),
    countUpTo(primary.select({ id: audioTasks.id }).from(audioTasks).where(failedTask).limit(maxCount)),
  ]);
  const view = ({ createdAt, startedAt, updatedAt, ...task }: (typeof open)[number]) => ({
    ...task,
    isRunning: isOpen(task) && startedAt !== null,
    since: formatTimeAgo(isOpen(task) ? (startedAt ?? createdAt) : updatedAt, now),
  });
  return { open: open.map(view), failed: failed.map(view), openCount, failedCount };
}

async function findOutbox(now: Date) {
  const [emailsWaiting, emailsRetrying, pushesWaiting, failedEmails] = await Promise.all([
    countUpTo(primary.select({ id: emails.id }).from(emails).where(isNull(emails.error)).limit(maxCount)),
    countUpTo(
      primary
        .select({ id: emails.id })
        .from(emails)
        .where(and(isNull(emails.error), sql`${emails.attempts} > 0`))
        .limit(maxCount),
    ),
    countUpTo(
      primary
        .select({ id: pushDeliveries.subscriptionId })
        .from(pushDeliveries)
        .where(and(lte(pushDeliveries.dueAt, now), ne(pushDeliveries.version, pushDeliveries.sentVersion)))
        .limit(maxCount),
    ),
    primary
      .select({
        id: emails.id,
        template: emails.template,
        attempts: emails.attempts,
        error: emails.error,
        createdAt: emails.createdAt,
      })
      .from(emails)
      .where(isNotNull(emails.error))
      .orderBy(desc(emails.createdAt), desc(emails.id))
      .limit(listLength),
  ]);
  return {
    emailsWaiting,
    emailsRetrying,
    pushesWaiting,
    failedEmails: failedEmails.map(({ createdAt, ...email }) => ({
      ...email,
      since: formatTimeAgo(createdAt, now),
    })),
  };
}

async function findStripeWork(now: Date) {
  const [events, cancellations] = await Promise.all([
    primary
      .select({ id: stripeEvents.id, type: stripeEvents.type, at: stripeEvents.receivedAt })
      .from(stripeEvents)
      .where(isNull(stripeEvents.processedAt))
      .orderBy(asc(stripeEvents.receivedAt))
      .limit(listLength),
    primary
      .select({
        id: stripeCancellations.id,
        attempts: stripeCancellations.attempts,
        at: stripeCancellations.createdAt,
      })
      .from(stripeCancellations)
      .where(lte(stripeCancellations.createdAt, new Date(now.getTime() - hourMs)))
      .orderBy(asc(stripeCancellations.createdAt))
      .limit(listLength),
  ]);
  const view = <Row extends { at: Date }>({ at, ...row }: Row) => ({ ...row, since: formatTimeAgo(at, now) });
  return { events: events.map(view), cancellations: cancellations.map(view) };
}

/** `rows` has its own limit. */
async function countUpTo(rows: PromiseLike<unknown[]>): Promise<number> {
  return (await rows).length;
}

/** Only engines that cost something; null where there is none. */
async function findEngines(now: Date) {
  const { engines, jobs } = await listProviderUsage(now);
  if (engines.length === 0) return null;
  const { ENGINE_DAILY_REQUESTS, ENGINE_DAILY_CHARACTERS } = environment();
  return {
    limits: { requests: ENGINE_DAILY_REQUESTS, characters: ENGINE_DAILY_CHARACTERS },
    engines: engines.map(({ circuit, ...engine }) => ({
      ...engine,
      circuit: circuit && {
        isOpen: circuit.openUntil !== null && circuit.openUntil > now,
        lastError: circuit.lastError,
      },
    })),
    jobs: jobs.map(({ at, ...job }) => ({ ...job, since: formatTimeAgo(at, now) })),
  };
}
