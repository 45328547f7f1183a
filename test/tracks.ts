import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Track } from "#app/features/tracks/track.ts";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";

/** Public, never heard. */
export const newTrack: Track = {
  id: 7,
  coverId: 7,
  title: "夜のラジオ",
  filename: "x.mp3",
  durationMs: 12_345,
  playCount: 0,
  likeCount: 0,
  impressionCount: 0,
  bookmarkCount: 0,
  isVisible: true,
  isPremiumOnly: false,
  uploadedAt: new Date("2026-11-21T00:00:00Z"),
  userId: "u1",
  posterName: "夜野",
  posterPicture: null,
  posterCustomUserId: "kanade",
  speechCredit: null,
  isRecording: false,
  labels: [],
};

/** Adds a track without audio. Returns its id. */
export async function addTrack(o: {
  id?: number;
  userId: string;
  title?: string;
  script?: string;
  uploadedAt?: Date;
  durationMs?: number;
  isVisible?: boolean;
  /** Of a new author's track: when visitors' lists show it. */
  listedFrom?: Date;
  /** Its kanji are not read for the search: a server would do so at start, for a third of a second of processor time. */
  isUnread?: boolean;
}): Promise<number> {
  const title = o.title ?? "夜のラジオ";
  const script = o.script ?? "A: こんばんは。\nB: こんばんは。";
  const [track] = await write((tx) =>
    tx
      .insert(tracks)
      .values({
        ...(o.id === undefined ? {} : { id: o.id }),
        userId: o.userId,
        title,
        script,
        filename: `${randomUUID()}.mp3`,
        durationMs: o.durationMs ?? 12_345,
        isVisible: o.isVisible ?? true,
        listedFrom: o.listedFrom ?? null,
        searchText: foldText(`${title}\n${script}`),
        searchReadings: o.isUnread ? null : "\n",
        uploadedAt: o.uploadedAt ?? new Date(),
      })
      .returning({ id: tracks.id }),
  );
  if (!track) throw new Error("no track");
  return track.id;
}

export const updateTrack = (id: number, values: Partial<typeof tracks.$inferInsert>) =>
  write((tx) => tx.update(tracks).set(values).where(eq(tracks.id, id)));
