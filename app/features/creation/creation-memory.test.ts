import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  forgetInput,
  ignoresCompletedTasks,
  recallInput,
  recallPlaybackRate,
  rememberInput,
  rememberPlaybackRate,
  rememberPublished,
  rememberRestart,
  rememberTask,
  restartedTasks,
  takeRememberedTask,
  wasPublished,
} from "./creation-memory.ts";

const owner = { flow: "v2", viewerId: "a" } as const;
const input = { inputText: "夜の話", title: "題", speakingRate: 1.2 };
const hour = 60 * 60 * 1000;
const kept = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

describe("unsent input", () => {
  test("comes back for 24 hours", () => {
    rememberInput(owner, input, 0);
    expect(recallInput(owner, 24 * hour)).toEqual(input);
    expect(recallInput(owner, 24 * hour + 1)).toBeNull();
    expect(kept.size).toBe(0);
  });

  test("is one's own and the page's own", () => {
    rememberInput(owner, input);
    expect(recallInput({ flow: "v2", viewerId: "b" })).toBeNull();
    expect(recallInput({ flow: "v1", viewerId: "a" })).toBeNull();
  });

  test("is gone once forgotten", () => {
    rememberInput(owner, input);
    forgetInput(owner);
    expect(recallInput(owner)).toBeNull();
  });

  test.each(["null", "[]", "{", '{"inputText":1}', '"x"'])("that others wrote as %s is none", (text) => {
    kept.set("creation-state:v2:a", text);
    expect(recallInput(owner)).toBeNull();
  });
});

test("a finished task is told once", () => {
  rememberTask("v2", "t1");
  expect(kept.get("user-task-v2-id")).toBe("t1");
  expect(takeRememberedTask("v2", "t2")).toBe(false);
  expect(takeRememberedTask("v2", "t1")).toBe(true);
  expect(takeRememberedTask("v2", "t1")).toBe(false);
});

describe("starting over", () => {
  test("forgets the input and has the given-up tasks ignored until the next work", () => {
    rememberInput(owner, input);
    rememberRestart(owner, ["t1"]);
    rememberRestart(owner, ["t2", "t1"]);
    expect(recallInput(owner)).toBeNull();
    expect(restartedTasks()).toEqual(["t2", "t1"]);
    expect(ignoresCompletedTasks()).toBe(true);
    rememberTask("v2", "t3");
    expect(ignoresCompletedTasks()).toBe(false);
  });

  test("on the first page touches nothing of v2's", () => {
    rememberRestart({ flow: "v1", viewerId: "a" }, ["t1"]);
    expect(restartedTasks()).toEqual([]);
    expect(ignoresCompletedTasks()).toBe(false);
  });
});

test("the playback rate is one of those on offer", () => {
  rememberPlaybackRate(1.5);
  expect(recallPlaybackRate([1, 1.5])).toBe(1.5);
  expect(recallPlaybackRate([1, 2])).toBe(1);
});

test("a device without storage only forgets", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  rememberInput(owner, input);
  rememberPublished("x.mp3");
  rememberRestart(owner, ["t1"]);
  expect(recallInput(owner)).toBeNull();
  expect(wasPublished("x.mp3")).toBe(false);
});
