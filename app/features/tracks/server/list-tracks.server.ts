import { and, asc, desc, eq, type Placeholder, sql } from "drizzle-orm";
import { isMarkedVisible, visibleTo } from "#app/features/access/track-visibility.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import { type CoverTrack, maxCoverTracks } from "#app/features/covers/playlist-cover.ts";
import { cutPage, decodeCursor, startCursors } from "#app/lib/cursor.ts";
import { db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { tracks, users } from "#db/schema/index.ts";
import type { Track } from "../track.ts";
import type { TrackOrder } from "../tracks.schema.ts";
import { findFirstLabels, selectTracks, withLabels } from "./select-tracks.server.ts";
import { type Audience, audienceOf, isListedFor } from "./track-listing.server.ts";

export interface TrackPage {
  tracks: Track[];
  next: string | null;
}

interface PageOptions {
  limit: number;
  cursor?: string | undefined;
  /** Newest first by default. A cursor is valid for its own order. */
  order?: TrackOrder | undefined;
}

/** A page of the site's public tracks, as far as `viewer` is shown them (`isListedFor`, `notBlockedBy`). `limit` 1–100. */
export function listTracks(options: PageOptions & { viewer: ListViewer | null }): Promise<TrackPage> {
  const { viewer } = options;
  const audience = audienceOf(viewer);
  const listed = viewer?.blocksAnyone ? listedWithoutBlocked : listedTracks;
  return page(options, (order, values) =>
    listed[audience][order](db, { ...values, viewerId: viewer?.id ?? "" }),
  );
}

/** A page of one member's tracks; hidden ones only for the member. `limit` 1–100. */
export function listTracksOf(
  options: PageOptions & { userId: string; viewer: { id: string } | null },
): Promise<TrackPage> {
  const { userId, viewer } = options;
  return page(options, (order, values) =>
    tracksOfMember[order](db, { ...values, userId, viewerId: viewer?.id ?? "" }),
  );
}

/** Who looks at a list of the whole site. */
export type ListViewer = Pick<Viewer, "id" | "state" | "blocksAnyone">;

interface PageValues extends Record<string, unknown> {
  at: Date;
  id: number;
  limit: number;
}

// Compared as a pair, so that both databases seek in the index instead of scanning.
const isAfter = (order: TrackOrder, at: Placeholder, id: Placeholder) =>
  sql`(${tracks.uploadedAt}, ${tracks.id}) ${order === "oldest" ? sql`>` : sql`<`} (${sql.param(at, tracks.uploadedAt)}, ${id})`;
const inOrder = (order: TrackOrder) =>
  order === "oldest"
    ? ([asc(tracks.uploadedAt), asc(tracks.id)] as const)
    : ([desc(tracks.uploadedAt), desc(tracks.id)] as const);

const prepareListedTracks = (audience: Audience, order: TrackOrder, blocksAnyone: boolean) =>
  prepared((on, value: ValuesOf<PageValues & { viewerId: string }>) =>
    selectTracks(on)
      .where(
        and(
          eq(tracks.isVisible, true),
          isListedFor(audience),
          notBlockedBy({ id: value("viewerId"), blocksAnyone }, tracks.userId),
          isAfter(order, value("at"), value("id")),
        ),
      )
      .orderBy(...inOrder(order))
      .limit(value("limit")),
  );
const inBothOrders = (audience: Audience, blocksAnyone: boolean) => ({
  newest: prepareListedTracks(audience, "newest", blocksAnyone),
  oldest: prepareListedTracks(audience, "oldest", blocksAnyone),
});
const listedTracks = {
  members: inBothOrders("members", false),
  visitors: inBothOrders("visitors", false),
};
const listedWithoutBlocked = {
  members: inBothOrders("members", true),
  visitors: inBothOrders("visitors", true),
};

const prepareTracksOfMember = (order: TrackOrder) =>
  prepared((on, value: ValuesOf<PageValues & { userId: string; viewerId: string }>) =>
    selectTracks(on)
      .where(
        and(
          eq(tracks.userId, value("userId")),
          visibleTo({ id: value("viewerId") }),
          isAfter(order, value("at"), value("id")),
        ),
      )
      .orderBy(...inOrder(order))
      .limit(value("limit")),
  );
const tracksOfMember = { newest: prepareTracksOfMember("newest"), oldest: prepareTracksOfMember("oldest") };

async function page(
  options: PageOptions,
  select: (order: TrackOrder, values: PageValues) => Promise<Omit<Track, "labels">[]>,
): Promise<TrackPage> {
  const { limit, order = "newest" } = options;
  const after = (options.cursor && decodeCursor(options.cursor)) || startCursors[order];
  const found = await select(order, { at: after.at, id: after.id, limit: limit + 1 });
  const { shown, next } = cutPage(found, limit, (last) => ({ at: last.uploadedAt, id: last.id }));
  return {
    tracks: await withLabels(shown),
    next,
  };
}

/** A member's oldest public tracks, so that their feed's cover lasts. The caller checks that the member is visible. */
export async function listCoverTracksOf({ userId }: { userId: string }): Promise<CoverTrack[]> {
  const found = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.userId, userId), isMarkedVisible))
    .orderBy(asc(tracks.uploadedAt), asc(tracks.id))
    .limit(maxCoverTracks);
  const labels = await findFirstLabels(found.map(({ id }) => id));
  return found.map(({ id }) => ({ id, label: labels.get(id) ?? null }));
}

/** All premium-only tracks, newest first, hidden ones too: for operators. */
export function listPremiumOnlyTracks(): Promise<{ id: number; title: string; posterName: string }[]> {
  return primary
    .select({ id: tracks.id, title: tracks.title, posterName: users.name })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(tracks.isPremiumOnly, true))
    .orderBy(desc(tracks.id));
}
