import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { db, write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { randomFrom } from "#test/random.ts";
import { addTrack } from "#test/tracks.ts";
import { addToPlaylist, removeFromPlaylist } from "../bookmark/server/add-to-playlist.server.ts";
import { deletePlaylist } from "../edit/server/delete-playlist.server.ts";
import { reorderItems } from "../reorder/reorder-items.server.ts";

/**
 * Two tabs change one playlist concurrently. The replies and the final state must be those of a model without a database,
 * for one of the orders in which the tabs' acts can be serialised.
 */
withDatabase();

const trackCount = 7;
const initialCount = 4;
const actsPerTab = 3;
const rounds = 80;
/** In turns nothing meets in the database: there each act needs to be seen a few times only. */
const roundsInTurns = dialect === "sqlite" ? rounds : rounds / 8;
/** Thousands of transactions: over a minute on a busy machine. */
const long = { timeout: 300_000 };

/** An initial item, by its index, or the one that an earlier act of the same tab added. */
type ItemName = { first: number } | { addedBy: number };

type Act =
  | { kind: "add"; track: number }
  | { kind: "remove"; track: number }
  | { kind: "restore"; track: number; order: number }
  | { kind: "reorder"; items: { item: ItemName; order: number }[] }
  | { kind: "delete-track"; track: number }
  | { kind: "delete-playlist" };

/** The reply that a tab gets. */
type Reply = "not found" | "done" | { order: number; isNew: boolean } | { orders: number[] };

interface Model {
  /** Null when it was deleted. */
  playlist: { item: string; track: number }[] | null;
  deleted: ReadonlySet<number>;
}

/** The item that each act of a tab added or found; null for other acts and for failures. */
type Added<Id> = (Id | null)[];

function resolveItem<Id>(name: ItemName, first: readonly Id[], added: Added<Id>): Id | null {
  return ("first" in name ? first[name.first] : added[name.addedBy]) ?? null;
}

const firstItems = Array.from({ length: initialCount }, (_, n) => `first ${n}`);

function applyAct(model: Model, { act, added, fresh }: { act: Act; added: Added<string>; fresh: string }) {
  const { playlist, deleted } = model;
  const notFound = { model, reply: "not found" as Reply, item: null };
  if (act.kind === "delete-track") {
    if (deleted.has(act.track)) return notFound;
    const left = playlist?.filter(({ track }) => track !== act.track) ?? null;
    const after = { playlist: left, deleted: new Set(deleted).add(act.track) };
    return { model: after, reply: "done" as Reply, item: null };
  }
  if (!playlist) return notFound;
  const changed = (after: Model["playlist"], reply: Reply, item: string | null = null) => ({
    model: { playlist: after, deleted },
    reply,
    item,
  });
  switch (act.kind) {
    case "add":
    case "restore": {
      if (deleted.has(act.track)) return notFound;
      const at = playlist.findIndex(({ track }) => track === act.track);
      const there = playlist[at];
      if (there) return changed(playlist, { order: at + 1, isNew: false }, there.item);
      const order = Math.min(act.kind === "restore" ? act.order : Infinity, playlist.length + 1);
      const after = playlist.toSpliced(order - 1, 0, { item: fresh, track: act.track });
      return changed(after, { order, isNew: true }, fresh);
    }
    case "remove":
      return changed(
        playlist.filter(({ track }) => track !== act.track),
        "done",
      );
    case "reorder": {
      const wanted = act.items.map(({ item, order }) => ({
        item: resolveItem(item, firstItems, added),
        order,
      }));
      const after = reordered(playlist, wanted);
      const names = new Set(wanted.map(({ item }) => item));
      const orders = after.flatMap(({ item }, index) => (names.has(item) ? [index + 1] : []));
      return changed(after, { orders });
    }
    case "delete-playlist":
      return changed(null, "done");
  }
}

/** Another algorithm than `arrangeItems`: places the requested items and fills the gaps with the others. */
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

/** Every serial order of the acts of two tabs. */
function* serialisations(left: readonly number[]): Generator<number[]> {
  if (left.every((count) => count === 0)) yield [];
  for (const [tab, count] of left.entries()) {
    if (count === 0) continue;
    for (const rest of serialisations(left.map((n, index) => (index === tab ? n - 1 : n))))
      yield [tab, ...rest];
  }
}

interface Outcome {
  replies: Reply[][];
  /** Tracks in their order; null when the playlist was deleted. */
  left: number[] | null;
}

/** The outcome of the model for this order of acts. */
function outcomeOf(tabs: readonly Act[][], order: readonly number[]): Outcome {
  let model: Model = {
    playlist: firstItems.map((item, track) => ({ item, track })),
    deleted: new Set<number>(),
  };
  const added: Added<string>[] = tabs.map(() => []);
  const replies: Reply[][] = tabs.map(() => []);
  for (const tab of order) {
    const own = added[tab] ?? [];
    const next = tabs[tab]?.[own.length];
    if (!next) throw new Error("no such act");
    const done = applyAct(model, { act: next, added: own, fresh: `${tab} added ${own.length}` });
    model = done.model;
    own.push(done.item);
    replies[tab]?.push(done.reply);
  }
  return { replies, left: model.playlist?.map(({ track }) => track) ?? null };
}

function randomTabs(random: () => number): Act[][] {
  const below = (n: number) => Math.floor(random() * n);
  const randomAct = (_: unknown, index: number): Act => {
    const [chance, track] = [random(), below(trackCount)];
    if (chance < 0.2) return { kind: "add", track };
    if (chance < 0.3) return { kind: "restore", track, order: 1 + below(6) };
    if (chance < 0.5) return { kind: "remove", track };
    if (chance < 0.58) return { kind: "delete-track", track };
    if (chance < 0.61) return { kind: "delete-playlist" };
    const randomItem = (): ItemName =>
      index > 0 && random() < 0.3 ? { addedBy: below(index) } : { first: below(initialCount) };
    const items = Array.from({ length: 1 + below(4) }, () => ({ item: randomItem(), order: below(9) - 1 }));
    return { kind: "reorder", items };
  };
  return [0, 1].map(() => Array.from({ length: actsPerTab }, randomAct));
}

/** The outcome of the real functions; `turns` says which tab acts next, null runs the tabs concurrently. */
async function perform(
  viewer: Viewer,
  { tabs, trackIds, turns }: { tabs: readonly Act[][]; trackIds: number[]; turns: readonly number[] | null },
): Promise<Outcome> {
  const playlistId = await addPlaylist({ userId: viewer.id, trackIds: trackIds.slice(0, initialCount) });
  const items = await itemsOf(playlistId);
  const first = items.map(({ id }) => id);
  const added: Added<number>[] = tabs.map(() => []);
  const replies: Reply[][] = tabs.map(() => []);
  const idOf = (track: number) => trackIds[track] ?? 0;

  const run = async (next: Act, own: Added<number>): Promise<{ reply: Reply; item: number | null }> => {
    switch (next.kind) {
      case "add":
      case "restore": {
        const { itemId, order, isNew } = await addToPlaylist({
          viewer,
          playlistId,
          trackId: idOf(next.track),
          order: next.kind === "restore" ? next.order : undefined,
        });
        return { reply: { order, isNew }, item: itemId };
      }
      case "remove":
        await removeFromPlaylist({ viewer, playlistId, trackId: idOf(next.track) });
        return { reply: "done", item: null };
      case "reorder": {
        const wanted = next.items.map(({ item, order }) => ({
          id: resolveItem(item, first, own) ?? 0,
          order,
        }));
        const { items } = await reorderItems({ viewer, playlistId, items: wanted });
        return { reply: { orders: items.map(({ order }) => order) }, item: null };
      }
      case "delete-track":
        await deleteTrack({ viewer, trackId: idOf(next.track) });
        return { reply: "done", item: null };
      case "delete-playlist":
        await deletePlaylist({ viewer, playlistId });
        return { reply: "done", item: null };
    }
  };
  const step = async (tab: number) => {
    const own = added[tab] ?? [];
    const next = tabs[tab]?.[own.length];
    if (!next) throw new Error("no such act");
    const done = await run(next, own).catch((error: unknown) => {
      if (error instanceof NotFound) return { reply: "not found" as const, item: null };
      throw error;
    });
    own.push(done.item);
    replies[tab]?.push(done.reply);
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
  return { replies, left: isThere ? left.map(({ trackId }) => trackIds.indexOf(trackId)) : null };
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
    for (let n = 0; n < trackCount; n++) ids.push(await addTrack({ userId }));
    return ids;
  });

const everyOrder = [...serialisations([actsPerTab, actsPerTab])];

test("the model has all interleavings of two tabs' acts", () => {
  expect(everyOrder).toHaveLength(20);
});

test(`${roundsInTurns} times two tabs in turns: replies and order are the model's`, long, async () => {
  const random = randomFrom(20);
  const viewer = await addMember();
  for (let round = 0; round < roundsInTurns; round++) {
    const tabs = randomTabs(random);
    const turns = everyOrder[Math.floor(random() * everyOrder.length)] ?? [];
    const outcome = await perform(viewer, { tabs, trackIds: await addTracks(viewer.id), turns });
    expect({ tabs, turns, ...outcome }).toEqual({ tabs, turns, ...outcomeOf(tabs, turns) });
  }
});

test(
  `${rounds} times two tabs at once: replies and order are the model's for one interleaving`,
  long,
  async () => {
    const random = randomFrom(5);
    const viewer = await addMember();
    for (let round = 0; round < rounds; round++) {
      const tabs = randomTabs(random);
      const outcome = await perform(viewer, { tabs, trackIds: await addTracks(viewer.id), turns: null });
      const possible = everyOrder.map((order) => outcomeOf(tabs, order));
      expect(possible, JSON.stringify(tabs)).toContainEqual(outcome);
    }
  },
);
