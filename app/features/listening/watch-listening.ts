import { askServer } from "#app/lib/ask-server.ts";
import { playedMs } from "./count-rules.ts";
import { sessionId } from "./session-id.ts";

/** What is seen of the player. */
interface Watched {
  getPlayback(): { track: { id: number } | null; status: string };
  /** Seconds. */
  getPosition(): number;
  subscribe(listener: () => void): () => void;
}

/**
 * Reports what is listened to, while the server decides what counts: an impression when a track becomes current, once; a
 * play after 3 s of sound (spec 1 §4), again when the track begins anew after its end; a member's place in the track with
 * the play, and whenever the sound ends from then on. What does not get through is lost. Returns the way to stop.
 */
export function watchListening(player: Watched, isMember: boolean): () => void {
  const shown = new Set<number>();
  let trackId: number | undefined;
  let status = "";
  let position = 0;
  let lookedAt = 0;
  let soundedMs = 0;
  let isCounted = false;
  /** Sound that the history does not know of. */
  let isNews = false;

  const send = (path: string, json: object) => void askServer("POST", path, { json, keepalive: true });
  const count = (kind: "play" | "impression") =>
    send(`/api/tracks/${trackId}/increment-${kind}-count`, { sessionId: sessionId() });
  const tellPlace = () => {
    if (isMember && isCounted && isNews) send("/api/listening-history", { trackId, position });
    isNews = false;
  };

  function look(): void {
    const { track, status: now } = player.getPlayback();
    const time = performance.now();
    if (status === "playing" && time > lookedAt) {
      soundedMs += time - lookedAt;
      isNews = true;
    }
    lookedAt = time;
    const isSame = track?.id === trackId;
    if (isSame) position = player.getPosition();
    if (!isCounted && soundedMs >= playedMs) {
      isCounted = true;
      count("play");
      tellPlace();
    }
    if (!isSame || (status === "playing" && now !== "playing")) tellPlace();
    if (!isSame || (status === "ended" && now !== "ended")) {
      soundedMs = 0;
      isCounted = false;
    }
    status = now;
    if (isSame) return;
    trackId = track?.id;
    position = player.getPosition();
    if (trackId === undefined || shown.has(trackId)) return;
    shown.add(trackId);
    count("impression");
  }

  const leave = () => {
    look();
    tellPlace();
  };
  look();
  const stop = player.subscribe(look);
  window.addEventListener("pagehide", leave);
  return () => {
    stop();
    window.removeEventListener("pagehide", leave);
  };
}
