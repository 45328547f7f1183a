import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  addUnsavedText,
  clearUnsentInput,
  clearWork,
  loadEdits,
  loadPlaybackRate,
  loadUnsavedText,
  loadUnsentInput,
  saveEdits,
  saveFollowedTask,
  savePlaybackRate,
  savePublishedPreview,
  saveUnsentInput,
  takeFollowedTask,
  wasPublished,
} from "./creation-storage.ts";

const owner = { flow: "v2", viewerId: "a" } as const;
const input = {
  inputText: "夜の話",
  title: "題",
  speakingRate: 1.2,
  style: new Map([
    ["form", "interview"],
    ["hasGreetings", "no"],
  ]),
};
const hour = 60 * 60 * 1000;
const storage = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});
afterEach(() => {
  storage.clear();
  vi.unstubAllGlobals();
});

describe("unsent input", () => {
  test("comes back for 24 hours", () => {
    saveUnsentInput(owner, input, 0);
    expect(loadUnsentInput(owner, 24 * hour)).toEqual(input);
    expect(loadUnsentInput(owner, 24 * hour + 1)).toBeNull();
    expect(storage.size).toBe(0);
  });

  test("belongs to one member and one page", () => {
    saveUnsentInput(owner, input);
    expect(loadUnsentInput({ flow: "v2", viewerId: "b" })).toBeNull();
    expect(loadUnsentInput({ flow: "v1", viewerId: "a" })).toBeNull();
  });

  test("is gone once cleared", () => {
    saveUnsentInput(owner, input);
    clearUnsentInput(owner);
    expect(loadUnsentInput(owner)).toBeNull();
  });

  test.each(["null", "[]", "{", '{"inputText":1}', '"x"'])("that is stored as %s is ignored", (text) => {
    storage.set("creation-state:v2:a", text);
    expect(loadUnsentInput(owner)).toBeNull();
  });
});

test("edits of a script come back while it is the same, for 24 hours", () => {
  const edits = {
    of: "A: 夜です。",
    fields: [
      ["title", "夜"],
      ["lines[0][0].text", "朝です。"],
    ],
  } as const;
  saveEdits(owner, "script", edits, 0);
  const kept = { matches: true, fields: new Map(edits.fields) };
  expect(loadEdits(owner, "script", edits.of, 24 * hour)).toEqual(kept);
  expect(loadEdits(owner, "script", "A: 朝です。", 24 * hour)).toEqual({ ...kept, matches: false });
  expect(loadEdits({ ...owner, viewerId: "b" }, "script", edits.of, 1)).toBeNull();
  expect(loadEdits(owner, "script", edits.of, 24 * hour + 1)).toBeNull();
  expect(loadEdits(owner, "voices", edits.of, 1)).toBeNull();
  expect(storage.size).toBe(0);
  storage.set("creation-state:v2:a:script", '{"of":"x","savedAt":1,"fields":[1,["a"],["b",2]]}');
  expect(loadEdits(owner, "script", "x", 2)).toMatchObject({ fields: new Map() });
});

test("texts that could not be saved are kept for 24 hours, until they are thrown away or the work begins anew", () => {
  addUnsavedText(owner, "一つ目", 0);
  addUnsavedText(owner, "二つ目", hour);
  expect(loadUnsavedText(owner, 25 * hour)).toBe("一つ目\n\n二つ目");
  expect(loadUnsavedText({ ...owner, viewerId: "b" }, hour)).toBe("");
  expect(loadUnsavedText(owner, 25 * hour + 1)).toBe("");
  expect(storage.size).toBe(0);
  addUnsavedText(owner, "三つ目");
  clearWork(owner);
  expect(loadUnsavedText(owner)).toBe("");
});

test("a finished task is reported once", () => {
  saveFollowedTask("v2", "t1");
  expect(storage.get("user-task-v2-id")).toBe("t1");
  expect(takeFollowedTask("v2", "t2")).toBe(false);
  expect(takeFollowedTask("v2", "t1")).toBe(true);
  expect(takeFollowedTask("v2", "t1")).toBe(false);
});

test("starting over clears the input, unsaved edits and choices, and forgets the running task", () => {
  saveUnsentInput(owner, input);
  saveFollowedTask("v2", "t1");
  for (const edited of ["script", "voices", "publish"] as const)
    saveEdits(owner, edited, { of: "x", fields: [] });
  clearWork(owner);
  for (const edited of ["script", "voices", "publish"] as const)
    expect(loadEdits(owner, edited, "x")).toBeNull();
  expect(loadUnsentInput(owner)).toBeNull();
  expect(takeFollowedTask("v2", "t1")).toBe(false);
});

test("the playback rate is one of those on offer", () => {
  savePlaybackRate(1.5);
  expect(loadPlaybackRate([1, 1.5])).toBe(1.5);
  expect(loadPlaybackRate([1, 2])).toBe(1);
});

test("a device without storage stores nothing", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  saveUnsentInput(owner, input);
  savePublishedPreview("x.mp3");
  clearWork(owner);
  expect(loadUnsentInput(owner)).toBeNull();
  expect(wasPublished("x.mp3")).toBe(false);
});
