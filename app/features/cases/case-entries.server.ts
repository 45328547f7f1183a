import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { type Actor, actorLabel } from "#app/features/audit/actor.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { type Db, db } from "#db/client.ts";
import { caseEntries } from "#db/schema/index.ts";
import type { CaseEntryKind } from "./cases.ts";

/** A contact message, or the reports of a track: the case that an entry belongs to. */
type CaseKey =
  | { contactMessageId: number; trackId?: undefined }
  | { trackId: number; contactMessageId?: undefined };

export type CaseEntry = Omit<typeof caseEntries.$inferSelect, "contactMessageId" | "trackId">;

/** Adds an entry to a case. `tx` has locked the message or the track. */
export async function addCaseEntry(
  tx: Db,
  entry: CaseKey & {
    kind: CaseEntryKind;
    actor: Actor;
    outcome?: CaseEntry["outcome"];
    text?: string;
    now: Date;
  },
): Promise<void> {
  const { contactMessageId = null, trackId = null, kind, actor, outcome = null, text = "", now } = entry;
  await tx
    .insert(caseEntries)
    .values({ contactMessageId, trackId, kind, author: actorLabel(actor), outcome, text, createdAt: now });
}

/**
 * Whether this note or reply was just added by the same actor: its form was posted twice. `tx` has locked the message or the track.
 */
export async function isRepeatedEntry(
  tx: Db,
  entry: CaseKey & { kind: CaseEntryKind; actor: Actor; text: string; now: Date },
): Promise<boolean> {
  const { contactMessageId, trackId, kind, actor, text, now } = entry;
  const [same] = await tx
    .select({ id: caseEntries.id })
    .from(caseEntries)
    .where(
      and(
        contactMessageId === undefined
          ? eq(caseEntries.trackId, trackId)
          : eq(caseEntries.contactMessageId, contactMessageId),
        eq(caseEntries.kind, kind),
        eq(caseEntries.author, actorLabel(actor)),
        eq(caseEntries.text, text),
        gt(caseEntries.createdAt, repeatsSince(now)),
      ),
    )
    .limit(1);
  return same !== undefined;
}

/** The entries of contact messages, or of the reports of tracks, by the id of each; the oldest first. */
export async function listCaseEntries(
  options: { contactMessageIds: number[] } | { trackIds: number[] },
): Promise<Map<number, CaseEntry[]>> {
  const [column, ids] =
    "trackIds" in options
      ? ([caseEntries.trackId, options.trackIds] as const)
      : ([caseEntries.contactMessageId, options.contactMessageIds] as const);
  const found = new Map<number, CaseEntry[]>();
  if (ids.length === 0) return found;
  const rows = await db.select().from(caseEntries).where(inArray(column, ids)).orderBy(asc(caseEntries.id));
  for (const { contactMessageId, trackId, ...entry } of rows) {
    const key = contactMessageId ?? trackId ?? 0;
    found.set(key, [...(found.get(key) ?? []), entry]);
  }
  return found;
}
