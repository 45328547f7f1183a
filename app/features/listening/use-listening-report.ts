import { useEffect } from "react";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { readDeviceOwner } from "#app/features/site/device-owner.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { minPlayMs, type PlaySource } from "./listening.ts";

const syncDelayMs = 1500;

/**
 * Reports what this page plays; for members also syncs the playback (`syncPlayback`, loaded later). On a stored page `isMember`
 * is undefined: then the owner of the device's data decides.
 */
export function useListeningReport(isMember: boolean | undefined): void {
  const player = usePlayer();
  useEffect(() => reportListening(player), [player]);
  useEffect(() => {
    if (!(isMember ?? readDeviceOwner())) return;
    let stop: (() => void) | null = () => {};
    const timer = setTimeout(() => {
      import("./sync/sync-playback.ts").then(
        ({ syncPlayback }) => {
          if (stop) stop = syncPlayback(player, sessionId());
        },
        () => undefined,
      );
    }, syncDelayMs);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, [player, isMember]);
}

const shown = new Set<number>();

/** Reports an impression once per track: it became current, or its page was opened. */
export function reportImpression(trackId: number): void {
  if (shown.has(trackId)) return;
  shown.add(trackId);
  count("impression", trackId);
}

const count = (kind: "play" | "impression", trackId: number | undefined, from?: PlaySource) =>
  void fetchJson("POST", `/api/tracks/${trackId}/increment-${kind}-count`, {
    json: { sessionId: sessionId(), from },
    keepalive: true,
  });

interface ObservedPlayer {
  getPlayback(): { track: { id: number } | null; status: string };
  subscribe(listener: () => void): () => void;
  countPlay(trackId: number | undefined): PlaySource | undefined;
}

/**
 * Reports an impression when a track first becomes current, and a play after 3 s of playback, again after a restart from the
 * end. The server decides what counts; failed requests are not repeated. Tells the player of plays and asks it how the listener
 * came. Returns the function that stops reporting.
 */
export function reportListening(player: ObservedPlayer): () => void {
  let trackId: number | undefined;
  let status = "";
  let updatedAt = 0;
  let playedMs = 0;
  let isCounted = false;

  function update(): void {
    const { track, status: now } = player.getPlayback();
    const time = performance.now();
    if (status === "playing") playedMs += time - updatedAt;
    updatedAt = time;
    const isSame = track?.id === trackId;
    if (!isCounted && playedMs >= minPlayMs) {
      isCounted = true;
      count("play", trackId, player.countPlay(trackId));
    }
    if (!isSame || (status === "ended" && now !== "ended")) {
      playedMs = 0;
      isCounted = false;
    }
    status = now;
    if (isSame) return;
    trackId = track?.id;
    if (trackId !== undefined) reportImpression(trackId);
  }

  update();
  return player.subscribe(update);
}

const storageKey = "session-id";
let fallbackId: string | undefined;

/** The visit's random id, by which a listener counts once. Lasts as long as the tab; without storage as the page. */
function sessionId(): string {
  try {
    const saved = sessionStorage.getItem(storageKey);
    if (saved) return saved;
    const id = randomId();
    sessionStorage.setItem(storageKey, id);
    return id;
  } catch {
    fallbackId ??= randomId();
    return fallbackId;
  }
}

const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** Reports an impression of the track whose page is open, even while another one plays. */
export function useImpression(trackId: number): void {
  useEffect(() => reportImpression(trackId), [trackId]);
}
