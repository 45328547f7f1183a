import { watch } from "#app/features/events/hooks/event-store.ts";
import {
  isPlaybackActive,
  type PlayableTrack,
  type Playback,
  type Player,
  pageOfTrack,
} from "#app/features/playback/playback.ts";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { maxQueueTracks, minPlayMs, reportIntervalMs } from "../listening.ts";
import { mergePositions, readPlayback, type ServerPlayback } from "./read-playback.ts";
import {
  addUnsent,
  type DevicePlayback,
  type Heard,
  readUnsent,
  removeSent,
  type Unsent,
} from "./unsent-playback.ts";

const path = "/api/user/playback";
/** The next track begins within this time after an end: the pause between tracks is no stop. */
const afterEndMs = 1500;
const settleMs = 1000;
const homePath = "/";
/** A greater jump, in seconds, is a seek. */
const seekSeconds = 3;

/**
 * Syncs the player with the member's playback on the server. It reports when playback starts and stops, after 3 s, every 30 s, at
 * a change of track, position or speed, and when the page is left. What can't be sent is sent later, with its age. The player
 * pauses when another device takes over. While silent it shows what the other plays, and it never starts by itself. `device`:
 * random id of this visit. Returns the function that stops it.
 */
export function syncPlayback(player: Player, device: string): () => void {
  let trackId: number | undefined;
  let { queue, rate } = player.getPlayback();
  const firstRate = rate;
  let status: Playback["status"] = "idle";
  let position = 0;
  let updatedAt = performance.now();

  let endedId: number | undefined;
  let playedMs = 0;
  let isCounted = false;
  /** Whether anything was played since the last position for the history. */
  let hasNewPosition = false;
  let heard: Heard[] = [];
  let last: DevicePlayback | null = null;
  let startedAt: number | null = null;
  let isOwner = false;
  let isRestoring = false;
  /** Each read and each start of playback increments it: an older read is out of date. */
  let reads = 0;
  /** The page's first answer of the server, before which a press may have started playback. */
  let asked: Promise<void> | undefined;
  let isOver = false;
  let reportedAt = 0;
  let due = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (ms: number) => {
    const at = performance.now() + ms;
    if (at >= due) return;
    due = at;
    clearTimeout(timer);
    timer = setTimeout(() => report(isPlaybackActive(status)), ms);
  };
  const noteHeard = () => {
    if (trackId !== undefined && isCounted && hasNewPosition)
      heard.push({ trackId, position, at: Date.now() });
    hasNewPosition = false;
  };
  const noteCurrent = (isPlaying: boolean) => {
    const { track } = player.getPlayback();
    if (!track || !queue || status === "idle") return;
    const { name, path, isPlaylist, isArranged = false, next } = queue;
    const trackIds = queuedIds(queue.tracks, track);
    last = {
      deviceId: device,
      startedAt,
      isPlaying,
      trackId: track.id,
      position,
      rate,
      queue: { name, path, isPlaylist, isArranged, next, trackIds },
      at: Date.now(),
    };
  };
  const report = (isPlaying: boolean) => {
    clearTimeout(timer);
    due = Number.POSITIVE_INFINITY;
    reportedAt = performance.now();
    noteHeard();
    noteCurrent(isPlaying);
    if (!last) return;
    addUnsent(last, heard);
    heard = [];
    void send();
  };

  /** Sends what the server has not confirmed. Never rejects. */
  const send = async (): Promise<void> => {
    if (startedAt !== null) {
      asked ??= resume();
      await asked;
    }
    const unsent = readUnsent();
    if (!unsent) return;
    const { ok, status, body } = await fetchJson("PUT", path, {
      json: toBody(unsent, device),
      keepalive: true,
    });
    const confirmed = ok ? asRecord(body).isOwner : undefined;
    // Keeps it while it could succeed later: offline, signed out, too often, or a server that can't write.
    if (typeof confirmed !== "boolean" && !(status === 400 || status === 404)) return;
    removeSent(unsent);
    // What another tab has left says nothing of this one.
    if (unsent.playback.deviceId !== device) return;
    if (startedAt === unsent.playback.startedAt) startedAt = null;
    if (typeof confirmed !== "boolean" || isOver) return;
    isOwner = confirmed;
    if (!isOwner && startedAt === null) await read();
  };
  /**
   * For a press that came before the server's answer. The player takes over the member's speed. It takes over the queue as well
   * if they go on with its track and did not choose it in a list. Must run before the report of the start, which replaces both.
   */
  const resume = async (): Promise<void> => {
    const { body } = await fetchJson("GET", `${path}?deviceId=${device}`);
    const found = readPlayback(body, Date.now());
    const { track, queue, rate } = player.getPlayback();
    if (!found || found.isOwner || isOver) return;
    if (rate === firstRate && rate !== found.rate) player.setRate(found.rate);
    if (track?.id === found.track.id && [homePath, pageOfTrack(track)].includes(queue?.path ?? ""))
      player.update({ queue: found.queue });
    noteCurrent(isPlaybackActive(status));
    if (last) addUnsent(last, []);
  };
  const read = async (): Promise<void> => {
    await send();
    reads += 1;
    const read = reads;
    const { ok, body } = await fetchJson("GET", `${path}?deviceId=${device}`);
    if (!ok || isOver || read !== reads) return;
    asked ??= Promise.resolve();
    const now = Date.now();
    mergePositions(body, now);
    show(readPlayback(body, now));
  };

  /** Makes the player show the server's playback, unless this device plays. */
  const show = (found: ServerPlayback | null) => {
    const { track, status, adBreakEndsAt } = player.getPlayback();
    const isActive = isPlaybackActive(status) || adBreakEndsAt !== null;
    if (!found || found.isOwner) {
      isOwner = true;
      player.update({ takeOver: null });
      if (found && status === "idle" && !isRequested(track)) restore(found);
      return;
    }
    // This device's start is on its way to the server.
    if (isActive && startedAt !== null) return;
    isOwner = false;
    if (isActive) player.pause();
    if (status !== "idle" || !isRequested(track)) restore(found);
    player.update({ takeOver: found.isPlaying ? () => takeOver(found) : null });
  };
  const restore = (found: ServerPlayback) => {
    isRestoring = true;
    if (player.getPlayback().track?.id !== found.track.id) player.select(found.track, found.queue);
    else player.seek(positionOf(found));
    player.update({ queue: found.queue, status: "paused", failure: null }, positionOf(found));
    if (!found.isOwner && found.rate !== player.getPlayback().rate) player.setRate(found.rate);
    isRestoring = false;
  };
  /** Phones demand a start within the click; the server's reply corrects it. */
  const takeOver = (known: ServerPlayback) => {
    const asked = fetchJson("GET", `${path}?deviceId=${device}`);
    player.play(known.track, { from: positionOf(known), queue: known.queue });
    void asked.then(({ body }) => {
      const found = readPlayback(body, Date.now());
      if (!found || found.isOwner || player.getPlayback().track?.id !== known.track.id) return;
      const from = positionOf(found);
      if (found.track.id !== known.track.id) player.play(found.track, { from, queue: found.queue });
      else if (Math.abs(from - player.getPosition()) > seekSeconds) player.seek(from);
    });
  };

  function update(): void {
    const now = player.getPlayback();
    const time = performance.now();
    const [wasActive, isActive] = [isPlaybackActive(status), isPlaybackActive(now.status)];
    const elapsedMs = time - updatedAt;
    const isSame = now.track?.id === trackId;
    if (status === "playing") {
      playedMs += elapsedMs;
      hasNewPosition = true;
    }
    const expected = position + (status === "playing" ? (elapsedMs / 1000) * rate : 0);
    if (!isSame) {
      noteHeard();
      playedMs = 0;
      isCounted = false;
    }
    const hasJumped = isSame && Math.abs(player.getPosition() - expected) > seekSeconds;
    const hasChanged = now.rate !== rate || (isSame && now.queue !== queue);
    const before = status;
    trackId = now.track?.id;
    position = player.getPosition();
    updatedAt = time;
    ({ queue, rate, status } = now);
    if (isRestoring) return;
    if (status === "ended" && before !== "ended") {
      noteHeard();
      endedId = trackId;
    }
    if (!wasActive && isActive) {
      // After an end the next track follows by itself: that is no takeover.
      if (before !== "ended" || trackId === endedId || !isOwner) startedAt = Date.now();
      reads += 1;
      if (now.takeOver) player.update({ takeOver: null });
    }
    if (before === "ended" && isActive && trackId === endedId) {
      playedMs = 0;
      isCounted = false;
    }
    if (!isCounted && playedMs >= minPlayMs) {
      isCounted = true;
      later(0);
    }
    if (status === "playing" && (!isSame || before !== "playing") && before !== "waiting") later(0);
    if (wasActive && !isActive) later(status === "ended" ? afterEndMs : 0);
    if (status === "playing" && time - reportedAt >= reportIntervalMs) later(0);
    if (last && (hasJumped || hasChanged)) later(settleMs);
  }

  const onPageHide = () => {
    // Nothing can be asked any more.
    asked ??= Promise.resolve();
    update();
    if (due !== Number.POSITIVE_INFINITY || isPlaybackActive(status)) report(false);
  };
  const onOnline = () => void send();
  update();
  const ends = [player.subscribe(update), watch("playback", () => void read())];
  window.addEventListener("pagehide", onPageHide);
  window.addEventListener("online", onOnline);
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const end of ends) end();
    window.removeEventListener("pagehide", onPageHide);
    window.removeEventListener("online", onOnline);
  };
}

function positionOf({ position, isPlaying, at, rate, track }: ServerPlayback): number {
  const sinceS = isPlaying ? ((Date.now() - at) / 1000) * rate : 0;
  return Math.min(position + sinceS, track.duration);
}

/** Whether the page's address named the track shown: then it stays. */
function isRequested(track: PlayableTrack | null): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return track !== null && entry !== undefined && new URL(entry.name).searchParams.has("track");
}

/** Ids of the queue's tracks; of too many, those around the current one. */
function queuedIds(tracks: readonly PlayableTrack[], current: { id: number }): number[] {
  const ids = tracks.map(({ id }) => id);
  const first = Math.max(0, Math.min(ids.indexOf(current.id) - 50, ids.length - maxQueueTracks));
  return ids.slice(first, first + maxQueueTracks);
}

/**
 * Times are sent as ages, because devices' clocks differ. What several tabs send when the network is back goes by the name of the
 * one that played, or a silent one would take its playback over and stop it.
 */
function toBody({ playback, heard }: Unsent, deviceId: string): object {
  const now = Date.now();
  const ageOf = (at: number) => Math.max(0, now - at) / 1000;
  const { startedAt, at, ...rest } = playback;
  return {
    deviceId,
    takesOver: startedAt !== null,
    startAge: ageOf(startedAt ?? now),
    ...rest,
    age: ageOf(at),
    heard: heard.map(({ at, ...entry }) => ({ ...entry, age: ageOf(at) })),
  };
}
