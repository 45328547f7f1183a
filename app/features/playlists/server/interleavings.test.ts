import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { db, write } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { randomFrom } from "#test/random.ts";
import { addTrack } from "#test/tracks.ts";
import { addToPlaylist } from "./add-to-playlist.server.ts";
import { deletePlaylist } from "./delete-playlist.server.ts";
import { removeFromPlaylist } from "./remove-from-playlist.server.ts";
import { reorderItems } from "./reorder-items.server.ts";

/**
 * Two tabs change one playlist at once. The model below knows nothing of databases; what the tabs were answered and what
 * is left must be what it says for one of the orders in which their acts can have come after each other.
 */
withDatabase();

const tracksInAll = 7;
const tracksAtFirst = 4;
const actsOfTab = 3;
const rounds = 200;
/** Thousands of transactions: on a busy machine more than a minute. */
const long = { timeout: 300_000 };

/** An item that was there at first, by its place from 0, or the one that an earlier act of the same tab added. */
type ItemName = { first: number } | { addedBy: number };

type Act =
  | { kind: "add"; track: number }
  | { kind: "remove"; track: number }
  | { kind: "reorder"; items: { item: ItemName; order: number }[] }
  | { kind: "delete-track"; track: number }
  | { kind: "delete-playlist" };

/** What a tab is told. */
type Told = "not found" | "done" | { order: number; isNew: boolean } | { orders: number[] };

interface Model {
  /** Null when it was deleted. */
  playlist: { item: string; track: number }[] | null;
  deleted: ReadonlySet<number>;
}

/** The item that each act of a tab added or found there; null for other acts and for failures. */
type Added<Id> = (Id | null)[];

function named<Id>(name: ItemName, first: readonly Id[], added: Added<Id>): Id | null {
  return ("first" in name ? first[name.first] : added[name.addedBy]) ?? null;
}

const firstItems = Array.from({ length: tracksAtFirst }, (_, n) => `first ${n}`);

function act(model: Model, { act, added, fresh }: { act: Act; added: Added<string>; fresh: string }) {
  const { playlist, deleted } = model;
  const notFound = { model, told: "not found" as Told, item: null };
  if (act.kind === "delete-track") {
    if (deleted.has(act.track)) return notFound;
    const left = playlist?.filter(({ track }) => track !== act.track) ?? null;
    const after = { playlist: left, deleted: new Set(deleted).add(act.track) };
    return { model: after, told: "done" as Told, item: null };
  }
  if (!playlist) return notFound;
  const changed = (after: Model["playlist"], told: Told, item: string | null = null) => ({
    model: { playlist: after, deleted },
    told,
    item,
  });
  switch (act.kind) {
    case "add": {
      if (deleted.has(act.track)) return notFound;
      const at = playlist.findIndex(({ track }) => track === act.track);
      const there = playlist[at];
      if (there) return changed(playlist, { order: at + 1, isNew: false }, there.item);
      const after = [...playlist, { item: fresh, track: act.track }];
      return changed(after, { order: after.length, isNew: true }, fresh);
    }
    case "remove":
      return changed(
        playlist.filter(({ track }) => track !== act.track),
        "done",
      );
    case "reorder": {
      const wanted = act.items.map(({ item, order }) => ({ item: named(item, firstItems, added), order }));
      const after = reordered(playlist, wanted);
      const names = new Set(wanted.map(({ item }) => item));
      const orders = after.flatMap(({ item }, index) => (names.has(item) ? [index + 1] : []));
      return changed(after, { orders });
    }
    case "delete-playlist":
      return changed(null, "done");
  }
}

/** In other words than `arrangeItems`: the others are taken out, and let in wherever a place is not wanted. */
function reordered<Item extends { item: string }>(
  list: Item[],
  wanted: { item: string | null; order: number }[],
): Item[] {
  const places: (Item | undefined)[] = list.map(() => undefined);
  const moved = list
    .map((one) => ({
      one,
      at: wanted.findIndex(({ item }) => item === one.item),
      order: wanted.findLast(({ item }) => item === one.item)?.order ?? 0,
    }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.order - b.order || a.at - b.at);
  let free = 1;
  for (const [index, { one, order }] of moved.entries()) {
    free = Math.max(free, order);
    free = Math.min(free, list.length - (moved.length - index - 1));
    places[free - 1] = one;
    free += 1;
  }
  const others = list.filter((one) => !moved.some((move) => move.one === one));
  return places.flatMap((one) => one ?? others.shift() ?? []);
}

/** Every order in which the acts of two tabs can have come after each other. */
function* serialisations(left: readonly number[]): Generator<number[]> {
  if (left.every((count) => count === 0)) yield [];
  for (const [tab, count] of left.entries()) {
    if (count === 0) continue;
    for (const rest of serialisations(left.map((n, index) => (index === tab ? n - 1 : n))))
      yield [tab, ...rest];
  }
}

interface Outcome {
  told: Told[][];
  /** Tracks in their order; null when the playlist was deleted. */
  left: number[] | null;
}

/** What the model says when the tabs' acts come in this order. */
function outcomeOf(tabs: readonly Act[][], order: readonly number[]): Outcome {
  let model: Model = {
    playlist: firstItems.map((item, track) => ({ item, track })),
    deleted: new Set<number>(),
  };
  const added: Added<string>[] = tabs.map(() => []);
  const told: Told[][] = tabs.map(() => []);
  for (const tab of order) {
    const own = added[tab] ?? [];
    const next = tabs[tab]?.[own.length];
    if (!next) throw new Error("no such act");
    const done = act(model, { act: next, added: own, fresh: `${tab} added ${own.length}` });
    model = done.model;
    own.push(done.item);
    told[tab]?.push(done.told);
  }
  return { told, left: model.playlist?.map(({ track }) => track) ?? null };
}

function drawTabs(random: () => number): Act[][] {
  const below = (n: number) => Math.floor(random() * n);
  const drawAct = (_: unknown, index: number): Act => {
    const [chance, track] = [random(), below(tracksInAll)];
    if (chance < 0.3) return { kind: "add", track };
    if (chance < 0.5) return { kind: "remove", track };
    if (chance < 0.58) return { kind: "delete-track", track };
    if (chance < 0.61) return { kind: "delete-playlist" };
    const drawItem = (): ItemName =>
      index > 0 && random() < 0.3 ? { addedBy: below(index) } : { first: below(tracksAtFirst) };
    const items = Array.from({ length: 1 + below(4) }, () => ({ item: drawItem(), order: below(9) - 1 }));
    return { kind: "reorder", items };
  };
  return [0, 1].map(() => Array.from({ length: actsOfTab }, drawAct));
}

/** The same with the verbs; `takeTurns` names whose act comes next, or all at once without it. */
async function perform(
  viewer: Viewer,
  { tabs, trackIds, turns }: { tabs: readonly Act[][]; trackIds: number[]; turns: readonly number[] | null },
): Promise<Outcome> {
  const playlistId = await addPlaylist({ userId: viewer.id, trackIds: trackIds.slice(0, tracksAtFirst) });
  const items = await itemsOf(playlistId);
  const first = items.map(({ id }) => id);
  const added: Added<number>[] = tabs.map(() => []);
  const told: Told[][] = tabs.map(() => []);
  const idOf = (track: number) => trackIds[track] ?? 0;

  const ask = async (next: Act, own: Added<number>): Promise<{ told: Told; item: number | null }> => {
    switch (next.kind) {
      case "add": {
        const { itemId, order, isNew } = await addToPlaylist({
          viewer,
          playlistId,
          trackId: idOf(next.track),
        });
        return { told: { order, isNew }, item: itemId };
      }
      case "remove":
        await removeFromPlaylist({ viewer, playlistId, trackId: idOf(next.track) });
        return { told: "done", item: null };
      case "reorder": {
        const wanted = next.items.map(({ item, order }) => ({ id: named(item, first, own) ?? 0, order }));
        const { items } = await reorderItems({ viewer, playlistId, items: wanted });
        return { told: { orders: items.map(({ order }) => order) }, item: null };
      }
      case "delete-track":
        await deleteTrack({ viewer, trackId: idOf(next.track) });
        return { told: "done", item: null };
      case "delete-playlist":
        await deletePlaylist({ viewer, playlistId });
        return { told: "done", item: null };
    }
  };
  const step = async (tab: number) => {
    const own = added[tab] ?? [];
    const next = tabs[tab]?.[own.length];
    if (!next) throw new Error("no such act");
    const done = await ask(next, own).catch((error: unknown) => {
      if (error instanceof NotFound) return { told: "not found" as const, item: null };
      throw error;
    });
    own.push(done.item);
    told[tab]?.push(done.told);
  };
  if (turns) for (const tab of turns) await step(tab);
  else
    await Promise.all(
      tabs.map(async (acts, tab) => {
        for (const _ of acts) await step(tab);
      }),
    );

  const left = await itemsOf(playlistId);
  expect(left.map(({ order }) => order)).toEqual(left.map((_, index) => index + 1));
  const isThere = (await db.$count(playlists, eq(playlists.id, playlistId))) === 1;
  return { told, left: isThere ? left.map(({ trackId }) => trackIds.indexOf(trackId)) : null };
}

const itemsOf = (playlistId: number) =>
  db
    .select({ id: playlistItems.id, trackId: playlistItems.trackId, order: playlistItems.position })
    .from(playlistItems)
    .where(eq(playlistItems.playlistId, playlistId))
    .orderBy(asc(playlistItems.position), asc(playlistItems.id));

const addTracks = (userId: string) =>
  write(async () => {
    const ids: number[] = [];
    for (let n = 0; n < tracksInAll; n++) ids.push(await addTrack({ userId }));
    return ids;
  });

const everyOrder = [...serialisations([actsOfTab, actsOfTab])];

test("the model has all the ways in which two tabs' acts can interleave", () => {
  expect(everyOrder).toHaveLength(20);
});

test(`${rounds} times two tabs, in turns: answers and order are the model's`, long, async () => {
  const random = randomFrom(20);
  const viewer = await addMember();
  for (let round = 0; round < rounds; round++) {
    const tabs = drawTabs(random);
    const turns = everyOrder[Math.floor(random() * everyOrder.length)] ?? [];
    const outcome = await perform(viewer, { tabs, trackIds: await addTracks(viewer.id), turns });
    expect({ tabs, turns, ...outcome }).toEqual({ tabs, turns, ...outcomeOf(tabs, turns) });
  }
});

test(
  `${rounds} times two tabs at once: answers and order are the model's for one way to interleave`,
  long,
  async () => {
    const random = randomFrom(5);
    const viewer = await addMember();
    for (let round = 0; round < rounds; round++) {
      const tabs = drawTabs(random);
      const outcome = await perform(viewer, { tabs, trackIds: await addTracks(viewer.id), turns: null });
      const possible = everyOrder.map((order) => outcomeOf(tabs, order));
      expect(possible, JSON.stringify(tabs)).toContainEqual(outcome);
    }
  },
);
