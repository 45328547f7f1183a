import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { and, asc, between, count, eq, gte, inArray, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import { z } from "zod";
import { auditActionLabel } from "#app/features/audit/audit-actions.ts";
import { primary } from "#db/client.ts";
import {
  audioTasks,
  auditLog,
  contactMessages,
  listeningHistory,
  objections,
  payments,
  playlists,
  sessions,
  trackCorrections,
  tracks,
  users,
} from "#db/schema/index.ts";
import type { IncidentKind, Period } from "./incident.ts";

export interface AffectedMember {
  id: string;
  name: string;
  email: string;
  state: string;
  /** How many rows of each kind; kinds without any are missing. */
  counts: Partial<Record<IncidentKind, number>>;
}

/** Wrote to the operator without an account. */
export interface AffectedOutsider {
  name: string;
  email: string;
  messages: number;
  objections: number;
}

type Counted = Promise<{ userId: string | null; rows: number }[]>;

/** What the database knows of each kind, by member. */
const counters: Record<Exclude<IncidentKind, "exports">, (period: Period) => Counted> = {
  "sign-ins": (p) => bySession(between(sessions.createdAt, p.from, p.to)),
  // A session tells only its first and its last use.
  sessions: (p) => bySession(and(lte(sessions.createdAt, p.to), gte(sessions.lastActiveAt, p.from))),
  texts: (p) =>
    primary
      .select({ userId: audioTasks.userId, rows: count() })
      .from(audioTasks)
      .where(between(audioTasks.updatedAt, p.from, p.to))
      .groupBy(audioTasks.userId),
  tracks: (p) =>
    primary
      .select({ userId: tracks.userId, rows: count() })
      .from(tracks)
      .where(between(tracks.uploadedAt, p.from, p.to))
      .groupBy(tracks.userId),
  corrections: (p) =>
    primary
      .select({ userId: tracks.userId, rows: count() })
      .from(trackCorrections)
      .innerJoin(tracks, eq(tracks.id, trackCorrections.trackId))
      .where(between(trackCorrections.createdAt, p.from, p.to))
      .groupBy(tracks.userId),
  profiles: (p) =>
    primary
      .select({ userId: users.id, rows: count() })
      .from(users)
      .where(between(users.updatedAt, p.from, p.to))
      .groupBy(users.id),
  playlists: (p) =>
    primary
      .select({ userId: playlists.userId, rows: count() })
      .from(playlists)
      .where(between(playlists.updatedAt, p.from, p.to))
      .groupBy(playlists.userId),
  listening: (p) =>
    primary
      .select({ userId: listeningHistory.userId, rows: count() })
      .from(listeningHistory)
      .where(between(listeningHistory.listenedAt, p.from, p.to))
      .groupBy(listeningHistory.userId),
  messages: (p) =>
    primary
      .select({ userId: contactMessages.userId, rows: count() })
      .from(contactMessages)
      .where(and(isNotNull(contactMessages.userId), between(contactMessages.createdAt, p.from, p.to)))
      .groupBy(contactMessages.userId),
  objections: (p) =>
    primary
      .select({ userId: objections.userId, rows: count() })
      .from(objections)
      .where(and(isNotNull(objections.userId), between(objections.createdAt, p.from, p.to)))
      .groupBy(objections.userId),
  payments: (p) =>
    primary
      .select({ userId: payments.userId, rows: count() })
      .from(payments)
      .where(between(payments.paidAt, p.from, p.to))
      .groupBy(payments.userId),
  "admin-acts": (p) =>
    primary
      .select({ userId: auditLog.targetId, rows: count() })
      .from(auditLog)
      .where(and(between(auditLog.at, p.from, p.to), eq(auditLog.targetType, "user")))
      .groupBy(auditLog.targetId),
};

const bySession = (condition: SQL | undefined): Counted =>
  primary
    .select({ userId: sessions.userId, rows: count() })
    .from(sessions)
    .where(condition)
    .groupBy(sessions.userId);

/** Rows at once, so that no statement names too many. */
const batchSize = 500;

async function byLog(file: string | null, period: Period): Counted {
  if (file === null) return [];
  return [...(await countExports(file, period))].map(([userId, rows]) => ({ userId, rows }));
}

/**
 * Members about whom the database has a row of one of `kinds` between the two times, by id. It reads whole tables: an operator's
 * command in another process. Members deleted since are not found. `log`: the server's log, which alone knows exports; null for
 * none.
 */
export async function findAffectedMembers(
  period: Period,
  { kinds, log }: { kinds: readonly IncidentKind[]; log: string | null },
): Promise<AffectedMember[]> {
  const counts = new Map<string, AffectedMember["counts"]>();
  for (const kind of kinds) {
    for (const { userId, rows } of await (kind === "exports" ? byLog(log, period) : counters[kind](period))) {
      if (userId === null) continue;
      counts.set(userId, { ...counts.get(userId), [kind]: rows });
    }
  }
  const ids = [...counts.keys()].sort();
  const found: AffectedMember[] = [];
  for (let at = 0; at < ids.length; at += batchSize) {
    const rows = await primary
      .select({ id: users.id, name: users.name, email: users.email, state: users.state })
      .from(users)
      .where(
        and(inArray(users.id, ids.slice(at, at + batchSize)), inArray(users.provider, ["google", "local"])),
      )
      .orderBy(asc(users.id));
    found.push(...rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? {} })));
  }
  return found;
}

/** Of contact messages and of objections whose texts are still there, one for each address. */
export async function findAffectedOutsiders(
  { from, to }: Period,
  kinds: readonly IncidentKind[],
): Promise<AffectedOutsider[]> {
  const messages = await primary
    .select({ name: contactMessages.name, email: contactMessages.email })
    .from(contactMessages)
    .where(and(isNull(contactMessages.userId), between(contactMessages.createdAt, from, to)))
    .orderBy(asc(contactMessages.id));
  const filed = await primary
    .select({ name: objections.name, email: objections.email })
    .from(objections)
    .where(
      and(isNull(objections.userId), isNull(objections.erasedAt), between(objections.createdAt, from, to)),
    )
    .orderBy(asc(objections.id));
  const found = new Map<string, AffectedOutsider>();
  const add = (rows: { name: string; email: string }[], kind: "messages" | "objections") => {
    if (!kinds.includes(kind)) return;
    for (const { name, email } of rows) {
      const one = found.get(email) ?? { name, email, messages: 0, objections: 0 };
      found.set(email, { ...one, [kind]: one[kind] + 1 });
    }
  };
  add(messages, "messages");
  add(filed, "objections");
  return [...found.values()];
}

export type AdminAct = Awaited<ReturnType<typeof findAdminActs>>[number];

/** All that operators and commands did or looked at, the oldest first. */
export async function findAdminActs({ from, to }: Period) {
  const rows = await primary
    .select()
    .from(auditLog)
    .where(and(between(auditLog.at, from, to), eq(auditLog.isAutomated, false)))
    .orderBy(asc(auditLog.at), asc(auditLog.id));
  return rows.map(({ at, actorKind, actorName, action, targetType, targetId }) => ({
    at,
    actor: actorName ?? actorKind,
    action: auditActionLabel(action),
    targetType,
    targetId,
  }));
}

const exportLine = z.object({ time: z.number(), event: z.literal("data_exported"), userId: z.string() });

/**
 * Counts exports by account in the JSON lines of the server's log: the database does not know who has fetched their data. Skips
 * lines that are none. Throws when the file can't be read.
 */
async function countExports(file: string, { from, to }: Period): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (!line.includes("data_exported")) continue;
    const parsed = exportLine.safeParse(parseJson(line));
    if (!parsed.success) continue;
    const { time, userId } = parsed.data;
    if (time >= from.getTime() && time <= to.getTime()) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  }
  return counts;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
