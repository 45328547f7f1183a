import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { type Actor, actorLabel } from "#app/features/audit/actor.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { type Db, db } from "#db/client.ts";
import { caseEntries } from "#db/schema/index.ts";
import type { CaseEntryKind } from "./cases.ts";

export type CaseSubject =
  | { trackId: number; memberId?: undefined; playlistId?: undefined }
  | { memberId: string; trackId?: undefined; playlistId?: undefined }
  | { playlistId: number; trackId?: undefined; memberId?: undefined };

type NoSubject = { trackId?: undefined; memberId?: undefined; playlistId?: undefined };
type CaseKey =
  | (CaseSubject & { contactMessageId?: undefined; objectionId?: undefined })
  | (NoSubject & { contactMessageId: number; objectionId?: undefined })
  | (NoSubject & { contactMessageId?: undefined; objectionId: number });

/** `outsider`: who objected. */
type CaseAuthor = Actor | { kind: "outsider"; name: string };

const labelOf = (author: CaseAuthor) => (author.kind === "outsider" ? author.name : actorLabel(author));

const keyNames = ["contactMessageId", "objectionId", "trackId", "memberId", "playlistId"] as const;

export type CaseEntry = Omit<typeof caseEntries.$inferSelect, (typeof keyNames)[number]>;

/** `tx` has locked the message or the subject. */
export async function addCaseEntry(
  tx: Db,
  entry: CaseKey & {
    kind: CaseEntryKind;
    actor: CaseAuthor;
    outcome?: CaseEntry["outcome"];
    text?: string;
    now: Date;
  },
): Promise<void> {
  const { contactMessageId = null, objectionId = null } = entry;
  const { trackId = null, memberId = null, playlistId = null } = entry;
  const { kind, actor, outcome = null, text = "", now } = entry;
  const key = { contactMessageId, objectionId, trackId, memberId, playlistId };
  await tx
    .insert(caseEntries)
    .values({ ...key, kind, author: labelOf(actor), outcome, text, createdAt: now });
}

/** Whether the same actor has just added this text: its form was posted twice. `tx` has locked the message or the subject. */
export async function isRepeatedEntry(
  tx: Db,
  entry: CaseKey & { kind: CaseEntryKind; actor: CaseAuthor; text: string; now: Date },
): Promise<boolean> {
  const { kind, actor, text, now } = entry;
  const [same] = await tx
    .select({ id: caseEntries.id })
    .from(caseEntries)
    .where(
      and(
        ...keyNames.map((name) => {
          const value = entry[name];
          return value === undefined ? undefined : eq(caseEntries[name], value);
        }),
        eq(caseEntries.kind, kind),
        eq(caseEntries.author, labelOf(actor)),
        eq(caseEntries.text, text),
        gt(caseEntries.createdAt, repeatsSince(now)),
      ),
    )
    .limit(1);
  return same !== undefined;
}

export async function listCaseEntries<Id extends number | string>(
  kind: (typeof keyNames)[number],
  ids: readonly Id[],
  tx: Db = db,
): Promise<Map<Id, CaseEntry[]>> {
  const found = new Map<Id, CaseEntry[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await tx
    .select()
    .from(caseEntries)
    .where(inArray(caseEntries[kind], [...ids]))
    .orderBy(asc(caseEntries.id));
  const idOfKey = new Map<number | string | null, Id>(ids.map((id) => [id, id]));
  for (const { contactMessageId, objectionId, trackId, memberId, playlistId, ...entry } of rows) {
    const id = idOfKey.get({ contactMessageId, objectionId, trackId, memberId, playlistId }[kind]);
    if (id !== undefined) found.get(id)?.push(entry);
  }
  return found;
}
