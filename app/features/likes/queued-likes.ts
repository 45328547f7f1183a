import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { readCachedEntitlements } from "#app/features/premium/hooks/premium-cache.ts";
import { readDeviceOwner } from "#app/features/site/device-owner.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { asRecord } from "#app/lib/fetch-json.ts";
import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { nextConfirmation } from "#app/ui/use-toggle.ts";
import { type LikeableTrack, likeStore, sendLike } from "./like-store.ts";

interface QueuedLike {
  trackId: number;
  isLiked: boolean;
  likeCount: number;
}

/** Log-out clears it (docs/decisions/0018). It names its member, so that nobody else sends it. */
const key = "queued-likes";

const listeners = new Set<() => void>();

function onLikeQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Queues a like that had no network; of a track's the last counts. Only for premium members. `track` and `wasLiked`: what the
 * page was loaded with; undefined: unknown.
 */
export function queueLike(o: {
  track: LikeableTrack;
  isLiked: boolean;
  wasLiked: boolean | undefined;
}): void {
  const owner = readDeviceOwner();
  if (owner === null || !readCachedEntitlements()?.adFree) return;
  const { track, isLiked, wasLiked = false } = o;
  const likeCount = Math.max(0, track.likeCount + Number(isLiked) - Number(wasLiked));
  const like = { trackId: track.id, isLiked, likeCount };
  write(owner, [...readOf(owner).filter(({ trackId }) => trackId !== like.trackId), like]);
  show(like);
  for (const listener of listeners) listener();
}

/** Shows queued likes in the page's buttons after a reload. */
export function showQueuedLikes(): void {
  const owner = readDeviceOwner();
  if (owner !== null) for (const like of readOf(owner)) show(like);
}

let sending: Promise<number> | undefined;

/**
 * Sends the queued likes of `userId`; discards another member's. Returns how many the server has judged; without a network or
 * with a busy server the rest waits. Sending twice changes nothing.
 */
export function sendQueuedLikes(userId: string): Promise<number> {
  sending ??= sendAll(userId).finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(userId: string): Promise<number> {
  const likes = readOf(userId);
  if (likes.length === 0) removeFromLocalStorage(key);
  let judged = 0;
  for (const like of likes) {
    if (isCurrent(like)) {
      const { state, status } = await sendLike(like.trackId, like.isLiked);
      if (!state && (status < 400 || status === 401 || status === 429 || status >= 500)) break;
      if (isCurrent(like)) confirm(like.trackId, state);
      judged += 1;
    }
    // Likes queued in the meantime stay.
    write(
      userId,
      readOf(userId).filter(({ trackId, isLiked }) => trackId !== like.trackId || isLiked !== like.isLiked),
    );
  }
  return judged;
}

function isCurrent({ trackId, isLiked }: QueuedLike): boolean {
  const { pending, confirmed } = likeStore(trackId).get();
  return pending === null && (confirmed === null || confirmed.state.isOn === isLiked);
}

const show = ({ trackId, isLiked, likeCount }: QueuedLike) =>
  confirm(trackId, { isOn: isLiked, count: likeCount });

function confirm(trackId: number, state: { isOn: boolean; count: number } | null): void {
  likeStore(trackId).set({ confirmed: state && { state, at: nextConfirmation() } });
}

function readOf(owner: string): QueuedLike[] {
  try {
    const stored = asRecord(JSON.parse(readLocalStorage(key) ?? "null"));
    if (stored.owner !== owner || !Array.isArray(stored.likes)) return [];
    return stored.likes.map(parseLike).filter((like) => like !== null);
  } catch {
    return [];
  }
}

function parseLike(value: unknown): QueuedLike | null {
  const { trackId, isLiked, likeCount } = asRecord(value);
  const isLike = typeof trackId === "number" && typeof isLiked === "boolean" && typeof likeCount === "number";
  return isLike ? { trackId, isLiked, likeCount } : null;
}

function write(owner: string, likes: readonly QueuedLike[]): void {
  if (likes.length === 0) removeFromLocalStorage(key);
  else writeLocalStorage(key, JSON.stringify({ owner, likes }));
}

/** Shows queued likes with a note, and sends them once the page has its member and a network. */
export function useQueuedLikes(): void {
  const root = useRootData();
  const memberId = root?.isMember ? (root.user?.id ?? null) : null;
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  useEffect(showQueuedLikes, []);
  useEffect(
    () =>
      onLikeQueued(() =>
        show({ title: "オフラインです", description: "「いいね」は、つながったときに送ります。" }),
      ),
    [show],
  );
  useEffect(() => {
    if (memberId === null) return;
    const send = async () => {
      if ((await sendQueuedLikes(memberId)) > 0) await revalidate();
    };
    const sendNow = () => void send();
    sendNow();
    window.addEventListener("online", sendNow);
    return () => window.removeEventListener("online", sendNow);
  }, [memberId, revalidate]);
}
