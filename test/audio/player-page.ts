import { afterEach, beforeEach, expect, vi } from "vitest";
import { createPlayer } from "#app/features/playback/hooks/player.ts";
import type { PlayableTrack, PlayQueue } from "#app/features/playback/playback.ts";

export const track = (id: number): PlayableTrack => ({
  id,
  title: `音声${id}`,
  duration: 90,
  posterName: "Mugen",
  posterPath: "/mugen",
  path: `/mugen/track/${id}`,
  labels: [],
  playCount: 0,
  likeCount: 0,
});
/** Starts anew after its last track. */
export const queueOf = (...ids: number[]): PlayQueue => ({
  name: "新着",
  path: "/",
  tracks: ids.map(track),
  isPlaylist: false,
  next: null,
});

/** Around the player: visibility, memory, and the system's media controls. */
export let page: ReturnType<typeof openPage>;
function openPage() {
  const window = Object.assign(new EventTarget(), {
    matchMedia: () => ({ matches: page.isStandalone }),
  });
  const document = Object.assign(new EventTarget(), {
    referrer: "",
    visibilityState: "visible",
    /** One cookie: the last set. */
    cookie: "",
    hasFocus: () => page.hasFocus,
  });
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  const keys = new Map<string, (details: object) => void>();
  const mediaSession = {
    metadata: null,
    playbackState: "none",
    positions: [] as unknown[],
    setActionHandler: (name: string, act: (details: object) => void) => keys.set(name, act),
    setPositionState: (state?: unknown) => mediaSession.positions.push(state),
  };
  return { window, document, kept, storage, keys, mediaSession, isStandalone: false, hasFocus: true };
}
export const hide = () => {
  page.document.visibilityState = "hidden";
  page.document.dispatchEvent(new Event("visibilitychange"));
};

export const soundOf = async (id: number) => {
  const find = () => FakeHowl.made.findLast(({ source }) => source === `/api/stream/${id}`);
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 30_000 });
  const howl = find();
  if (!howl) throw new Error("no sound was made");
  return { howl, element: howl._node };
};
/** Resolves when the sound exists. */
export const playing = async (id: number, queue?: PlayQueue) => {
  const player = createPlayer();
  player.play(track(id), queue ? { queue } : {});
  const { element, howl } = await soundOf(id);
  await vi.waitFor(() => expect(element.calls).toHaveLength(1));
  element.tell("playing");
  return { player, element, howl };
};

/** Gives each test its own page and fake time. */
export function withPlayerPage(): void {
  beforeEach(() => {
    FakeHowl.made = [];
    page = openPage();
    vi.stubGlobal("HTMLMediaElement", FakeElement);
    vi.stubGlobal("window", page.window);
    vi.stubGlobal("document", page.document);
    vi.stubGlobal("location", { pathname: "/", search: "", href: "https://mugen.example/" });
    vi.stubGlobal("localStorage", page.storage);
    vi.stubGlobal("sessionStorage", page.storage);
    vi.stubGlobal("BroadcastChannel", undefined);
    vi.stubGlobal("MediaMetadata", Object);
    vi.stubGlobal("navigator", { onLine: true, mediaSession: page.mediaSession });
    vi.useFakeTimers();
  });
  afterEach(async () => {
    // A loading engine must not leak into the next test's page.
    await vi.dynamicImportSettled();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

/** Starts, ends and fails when told. */
export class FakeElement extends EventTarget {
  currentTime = 0;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preservesPitch = false;
  volume = 1;
  paused = true;
  ended = false;
  preload = "";
  error: { code: number } | null = null;
  refusal: string | null = null;
  calls: string[] = [];
  play() {
    this.calls.push(`play ${this.currentTime}`);
    if (this.refusal) {
      const error = new Error("refused");
      error.name = this.refusal;
      return Promise.reject(error);
    }
    this.paused = false;
    this.ended = false;
    return Promise.resolve();
  }
  pause() {
    this.paused = true;
    this.calls.push("pause");
  }
  load() {
    this.error = null;
    this.calls.push("load");
  }
  removeAttribute() {}
  tell(name: string) {
    this.dispatchEvent(new Event(name));
    const handler: unknown = Reflect.get(this, `on${name}`);
    if (typeof handler === "function") handler();
  }
  end() {
    this.paused = true;
    this.ended = true;
    this.tell("pause");
    this.tell("ended");
  }
  fail(code: number) {
    this.error = { code };
    this.tell("error");
  }
}
export class FakeHowl {
  static made: FakeHowl[] = [];
  readonly source: string;
  readonly _node = new FakeElement();
  readonly _sounds = [{ _node: this._node }];
  isUnloaded = false;
  constructor(options: { src: string[] }) {
    this.source = options.src[0] ?? "";
    FakeHowl.made.push(this);
  }
  unload() {
    this.isUnloaded = true;
  }
}

export { FakeHowl as Howl };
export const Howler = { _html5AudioPool: [{}] };
