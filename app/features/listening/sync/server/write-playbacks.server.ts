import { inArray, sql } from "drizzle-orm";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { silentAfterMs } from "#app/features/listening/listening.ts";
import { chunk } from "#app/lib/chunk.ts";
import { afterCommit, type Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { playbacks } from "#db/schema/index.ts";

type StoredPlayback = typeof playbacks.$inferSelect;

export interface PlaybackEvent extends Omit<StoredPlayback, "updatedAt"> {
  /** Playback was started on this device since it was last accepted. */
  takesOver: boolean;
  /** It plays, and was started just now: not while the device had no network. */
  startsNow: boolean;
  at: Date;
  receivedAt: Date;
}

const batchSize = 500;

/**
 * Decides between devices. An older event never replaces the stored playback, and of another device only a start does: while the
 * stored one plays, a start of this moment. So the device that started last owns the row, a late report from before a takeover
 * changes nothing, and a device that was without a network stops nobody.
 */
export function replacesPlayback(
  stored: Pick<StoredPlayback, "deviceId" | "isPlaying" | "updatedAt"> | undefined,
  event: Pick<PlaybackEvent, "deviceId" | "takesOver" | "startsNow" | "at" | "receivedAt">,
): boolean {
  if (!stored) return true;
  if (event.at < stored.updatedAt) return false;
  if (event.deviceId === stored.deviceId) return true;
  const isPlayingNow =
    stored.isPlaying && event.receivedAt.getTime() - stored.updatedAt.getTime() < silentAfterMs;
  return event.takesOver && (event.startsNow || !isPlayingNow);
}

/**
 * Stores playbacks of locked accounts, after the locks on their tracks. Idempotent. After the commit tells the members' devices
 * of another owner or track, and of a start or stop.
 */
export async function writePlaybacks(tx: Db, events: readonly PlaybackEvent[]): Promise<void> {
  const byMember = Map.groupBy(
    events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    ({ userId }) => userId,
  );
  for (const userIds of chunk([...byMember.keys()].sort(), batchSize)) {
    const rows = await forUpdate(
      tx.select().from(playbacks).where(inArray(playbacks.userId, userIds)).orderBy(playbacks.userId),
      "no key update",
    );
    const stored = new Map(rows.map((row) => [row.userId, row]));
    const changed = new Map<string, StoredPlayback>();
    for (const event of userIds.flatMap((userId) => byMember.get(userId) ?? [])) {
      const { takesOver: _, startsNow: __, receivedAt: ___, at, ...playback } = event;
      if (replacesPlayback(changed.get(event.userId) ?? stored.get(event.userId), event))
        changed.set(event.userId, { ...playback, updatedAt: at });
    }
    if (changed.size === 0) continue;
    await tx
      .insert(playbacks)
      .values([...changed.values()])
      .onConflictDoUpdate({
        target: playbacks.userId,
        set: {
          deviceId: sql`excluded.device_id`,
          isPlaying: sql`excluded.is_playing`,
          trackId: sql`excluded.track_id`,
          positionMs: sql`excluded.position_ms`,
          rate: sql`excluded.rate`,
          queue: sql`excluded.queue`,
          updatedAt: sql`excluded.updated_at`,
        },
        // Another process may have inserted the row after the read found none.
        setWhere: sql`${playbacks.updatedAt} <= excluded.updated_at`,
      });
    for (const [userId, now] of changed) {
      const before = stored.get(userId);
      const isSame =
        before?.deviceId === now.deviceId &&
        before.trackId === now.trackId &&
        before.isPlaying === now.isPlaying;
      if (!isSame) afterCommit(() => void publishChange({ userId }, "playback"));
    }
  }
}
