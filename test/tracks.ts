import { randomUUID } from "node:crypto";
import type { Track } from "#app/features/tracks/track.ts";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";

/** A public track that nobody has heard, as features read it. */
export const newTrack: Track = {
  id: 7,
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
  labels: [],
};

/** A published track without audio. Returns its id. */
export async function addTrack(o: {
  id?: number;
  userId: string;
  title?: string;
  script?: string;
  uploadedAt?: Date;
  durationMs?: number;
  isVisible?: boolean;
  /** Of a new author: when visitors' lists show it. */
  listedFrom?: Date;
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
        uploadedAt: o.uploadedAt ?? new Date(),
      })
      .returning({ id: tracks.id }),
  );
  if (!track) throw new Error("no track");
  return track.id;
}
