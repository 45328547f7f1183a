import { afterEach, beforeEach, expect, test, vi } from "vitest";
import script from "./embed-player.js?raw";

class FakeElement extends EventTarget {
  dataset: Record<string, string> = {};
  paused = true;
  currentTime = 0;
  error = null;
  #src = "";
  #attributes = new Set<string>();
  readonly #parts: Record<string, FakeElement>;
  constructor(parts: Record<string, FakeElement> = {}) {
    super();
    this.#parts = parts;
  }
  querySelector(selector: string) {
    return this.#parts[selector];
  }
  setAttribute(name: string) {
    this.#attributes.add(name);
  }
  removeAttribute(name: string) {
    this.#attributes.delete(name);
  }
  hasAttribute(name: string) {
    return this.#attributes.has(name);
  }
  toggleAttribute() {}
  scrollIntoView() {}
  get src() {
    return this.#src;
  }
  /** As a browser does with one that plays: no `pause` comes. */
  set src(address: string) {
    this.#src = address;
    this.paused = true;
    queueMicrotask(() => this.dispatchEvent(new Event("emptied")));
  }
  async play() {
    this.paused = false;
    await Promise.resolve();
    for (const name of ["play", "playing"]) this.dispatchEvent(new Event(name));
  }
  tell(name: string) {
    this.dispatchEvent(Object.assign(new Event(name), { ctrlKey: false, metaKey: false, shiftKey: false }));
  }
}

let counted: string[] = [];

/** A playlist of two tracks. */
function openPage() {
  const button = new FakeElement();
  const controls = new FakeElement({
    button,
    input: new FakeElement(),
    ".elapsed": new FakeElement(),
    ".duration": new FakeElement(),
  });
  const audio = new FakeElement();
  const player = new FakeElement({ audio, ".controls": controls, ".error": new FakeElement() });
  player.dataset = { track: "7", duration: "90" };
  const rows = [7, 8].map((id) =>
    Object.assign(new FakeElement(), { dataset: { track: `${id}`, duration: "90", title: "", author: "" } }),
  );
  rows[0]?.setAttribute("aria-current");
  vi.stubGlobal("document", { querySelector: () => player, querySelectorAll: () => rows });
  new Function(script)();
  return { audio, button, second: rows[1] };
}

beforeEach(() => {
  counted = [];
  vi.useFakeTimers();
  // A page is never 0 ms old.
  vi.advanceTimersByTime(1000);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", async (address: string) => {
    counted.push(address);
    return new Response();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([2000, 4000])(
  "a track that is chosen while another has played for %s ms counts after its own three seconds",
  async (ms) => {
    const { button, second } = openPage();
    button.tell("click");
    await vi.advanceTimersByTimeAsync(ms);
    const before = ms < 3000 ? [] : ["/api/tracks/7/increment-play-count"];
    expect(counted).toEqual(before);
    second?.tell("click");
    await vi.advanceTimersByTimeAsync(2900);
    expect(counted).toEqual(before);
    await vi.advanceTimersByTimeAsync(200);
    expect(counted).toEqual([...before, "/api/tracks/8/increment-play-count"]);
  },
);
