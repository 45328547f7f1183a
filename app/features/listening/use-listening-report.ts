import { useEffect } from "react";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { minPlayMs } from "./listening.ts";

/** Reports what is played on this page to the server, while the page is open. */
export function useListeningReport(isMember: boolean): void {
  const player = usePlayer();
  useEffect(() => reportListening(player, isMember), [player, isMember]);
}

/** The tracks of this page's impressions. */
const shown = new Set<number>();

/** Reports an impression: the track became current, or its own page was opened. Once per track. */
export function reportImpression(trackId: number): void {
  if (shown.has(trackId)) return;
  shown.add(trackId);
  count("impression", trackId);
}

const send = (path: string, json: object) => void fetchJson("POST", path, { json, keepalive: true });
const count = (kind: "play" | "impression", trackId: number | undefined) =>
  send(`/api/tracks/${trackId}/increment-${kind}-count`, { sessionId: sessionId() });

/** The part of the player that is observed. */
interface ObservedPlayer {
  getPlayback(): { track: { id: number } | null; status: string };
  /** Seconds. */
  getPosition(): number;
  subscribe(listener: () => void): () => void;
  countPlay(): void;
}

/**
 * Reports to the server, which decides what counts: an impression when a track first becomes current; a play after 3 s
 * of playback, again when the track restarts after its end; for members the position, with the play and then whenever
 * playback stops. The player is told of plays too. Failed requests are not repeated. Returns a function that stops reporting.
 */
export function reportListening(player: ObservedPlayer, isMember: boolean): () => void {
  let trackId: number | undefined;
  let status = "";
  let position = 0;
  let updatedAt = 0;
  let playedMs = 0;
  let isCounted = false;
  /** Whether there was playback since the last reported position. */
  let hasNewPosition = false;

  const reportPosition = () => {
    if (isMember && isCounted && hasNewPosition) send("/api/listening-history", { trackId, position });
    hasNewPosition = false;
  };

  function update(): void {
    const { track, status: now } = player.getPlayback();
    const time = performance.now();
    if (status === "playing" && time > updatedAt) {
      playedMs += time - updatedAt;
      hasNewPosition = true;
    }
    updatedAt = time;
    const isSame = track?.id === trackId;
    if (isSame) position = player.getPosition();
    if (!isCounted && playedMs >= minPlayMs) {
      isCounted = true;
      count("play", trackId);
      player.countPlay();
      reportPosition();
    }
    if (!isSame || (status === "playing" && now !== "playing")) reportPosition();
    if (!isSame || (status === "ended" && now !== "ended")) {
      playedMs = 0;
      isCounted = false;
    }
    status = now;
    if (isSame) return;
    trackId = track?.id;
    position = player.getPosition();
    if (trackId !== undefined) reportImpression(trackId);
  }

  const onPageHide = () => {
    update();
    reportPosition();
  };
  update();
  const unsubscribe = player.subscribe(update);
  window.addEventListener("pagehide", onPageHide);
  return () => {
    unsubscribe();
    window.removeEventListener("pagehide", onPageHide);
  };
}

/** `sessionStorage` key of the visit's id. */
const storageKey = "session-id";
let fallbackId: string | undefined;

/** The random id of this visit, by which a listener counts once. It lasts as long as the tab, without storage as the page. */
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

/** Reports an impression of the track whose page is open, also while another one plays. */
export function useImpression(trackId: number): void {
  useEffect(() => reportImpression(trackId), [trackId]);
}
