import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { Invalid, NotFound } from "#app/features/domain-error.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import { db, write } from "#db/client.ts";
import { clips, transcriptCues } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { countStatements } from "#test/databases/count-statements.ts";
import { planOf } from "#test/databases/query-plan.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { clipText } from "./clip.ts";
import { createClip, deleteClip, findClip, findSoundbites, listClips } from "./clips.server.ts";

withDatabase();

type Member = Awaited<ReturnType<typeof addMember>>;
let author: Member;
let listener: Member;
beforeAll(async () => {
  author = await addMember({ name: "かなで" });
  listener = await addMember();
});

/** A track of eight sentences in four turns; the sixth and later ones are behind the excerpt. */
async function addSpoken(): Promise<number> {
  const trackId = await addTrack({ userId: author.id, title: "夜の窓" });
  const cues = Array.from({ length: 8 }, (_, position) => ({
    trackId,
    position,
    speaker: (["A", "B"] as const)[Math.floor(position / 2) % 2] ?? "A",
    text: `文${position}。`,
    startMs: position * 6000,
    endMs: position * 6000 + 5000,
    turn: Math.floor(position / 2),
  }));
  await write((tx) => tx.insert(transcriptCues).values(cues));
  return trackId;
}
const textOf = async (id: string, viewer: Member | null = null) => {
  const { clip } = await findClip({ viewer, id });
  return clip && clipText(clip);
};

test("a passage is kept once, whichever end is named first, and heard without an account; a correction carries over", async () => {
  const trackId = await addSpoken();
  const { id } = await createClip({ viewer: listener, trackId, from: "1.1", to: "0.1" });
  expect((await createClip({ viewer: listener, trackId, from: "0.1", to: "1.1" })).id).toBe(id);
  expect(await textOf(id)).toBe("文1。文2。文3。");
  expect((await findClip({ viewer: null, id })).clip).toMatchObject({ startMs: 6000, endMs: 23_000 });
  await write((tx) =>
    tx.update(transcriptCues).set({ text: "直した文。" }).where(eq(transcriptCues.text, "文2。")),
  );
  expect(await textOf(id)).toBe("文1。直した文。文3。");
});

test("at most five sentences of a public track, between places that there are", async () => {
  const trackId = await addSpoken();
  const create = (from: string, to: string) => createClip({ viewer: listener, trackId, from, to });
  await expect(create("0.0", "2.1")).rejects.toThrow(Invalid);
  await expect(create("0.0", "9.0")).rejects.toThrow(Invalid);
  await expect(create("0.0", "2.0")).resolves.toBeDefined();
  await updateTrack(trackId, { isVisible: false });
  await expect(create("0.0", "0.1")).rejects.toThrow(NotFound);
  await expect(createClip({ viewer: author, trackId, from: "0.0", to: "0.1" })).rejects.toThrow(Invalid);
});

test("of a hidden track nothing is heard, and of a premium-only one what its excerpt holds", async () => {
  const trackId = await addSpoken();
  const early = await createClip({ viewer: listener, trackId, from: "0.0", to: "0.1" });
  const late = await createClip({ viewer: listener, trackId, from: "2.0", to: "3.0" });
  await updateTrack(trackId, { isPremiumOnly: true });
  expect(await textOf(early.id)).toBe("文0。文1。");
  expect(await textOf(late.id)).toBeNull();
  expect(await textOf(late.id, author)).toBe("文4。文5。文6。");
  expect((await listClips({ viewer: listener })).map(({ id }) => id)).not.toContain(late.id);
  await updateTrack(trackId, { isVisible: false });
  for (const viewer of [null, listener, author])
    await expect(findClip({ viewer, id: early.id })).rejects.toThrow(NotFound);
  expect((await listClips({ viewer: listener })).map(({ id }) => id)).not.toContain(early.id);
});

test("a notebook is searched by words, title and author, and only its owner deletes from it", async () => {
  const reader = await addMember();
  const trackId = await addSpoken();
  const [earlier, later] = [new Date("2026-11-01"), new Date("2026-11-02")];
  const first = await createClip({ viewer: reader, trackId, from: "0.0", to: "0.0", now: earlier });
  const second = await createClip({ viewer: reader, trackId, from: "3.1", to: "3.1", now: later });
  const found = async (query: string) => (await listClips({ viewer: reader, query })).map(({ id }) => id);
  expect(await found("")).toEqual([second.id, first.id]);
  expect(await found("文7 カナデ 窓")).toEqual([second.id]);
  expect(await found("無い")).toEqual([]);
  await deleteClip({ viewer: listener, id: first.id });
  expect(await found("")).toHaveLength(2);
  await deleteClip({ viewer: reader, id: first.id });
  expect(await found("")).toEqual([second.id]);
});

test("a notebook with clips of many tracks is read in as many statements as one of a single track", async () => {
  const reader = await addMember();
  const count = () => countStatements(() => listClips({ viewer: reader }));
  await createClip({ viewer: reader, trackId: await addSpoken(), from: "0.0", to: "0.0" });
  const ofOne = await count();
  for (const from of ["0.0", "1.0"])
    await createClip({ viewer: reader, trackId: await addSpoken(), from, to: "1.0" });
  expect(await listClips({ viewer: reader })).toHaveLength(3);
  expect(await count()).toBe(ofOne);
});

test("podcast apps get what the author picked, three at most", async () => {
  const trackId = await addSpoken();
  await createClip({ viewer: listener, trackId, from: "0.0", to: "0.0" });
  for (const place of ["0.0", "0.1", "1.0", "1.1"])
    await createClip({ viewer: author, trackId, from: place, to: place });
  const some = (await findSoundbites(await findTracksById([trackId]))).get(trackId) ?? [];
  expect(some).toHaveLength(3);
  expect(some.map(({ title }) => title)).not.toContain("文7。");
  const plan = await planOf(db.select().from(clips).where(eq(clips.trackId, trackId)).getSQL());
  expect(plan).toContain("clips_track_index");
});

test("a long passage is cut for podcast apps between two characters, not within one", async () => {
  const trackId = await addSpoken();
  const isFirst = and(eq(transcriptCues.trackId, trackId), eq(transcriptCues.position, 0));
  await write((tx) =>
    tx
      .update(transcriptCues)
      .set({ text: `a${"𠮷".repeat(200)}` })
      .where(isFirst),
  );
  await createClip({ viewer: author, trackId, from: "0.0", to: "0.0" });
  const [bite] = (await findSoundbites(await findTracksById([trackId]))).get(trackId) ?? [];
  expect(bite?.title).toBe(`a${"𠮷".repeat(127)}`);
});
