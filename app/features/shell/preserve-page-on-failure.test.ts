import { type DataStrategyResult, UNSAFE_ErrorResponseImpl as ErrorAnswer } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { failedLoads } from "#app/features/events/hooks/use-events.ts";
import { preservePageOnFailure, recordShownPage } from "./preserve-page-on-failure.ts";

const ask = (path: string, answer: DataStrategyResult, method = "GET") =>
  preservePageOnFailure({ request: new Request(`http://127.0.0.1${path}`, { method }) }, async () => ({
    page: answer,
  }));
const lost: DataStrategyResult = { type: "error", result: new TypeError("Failed to fetch") };

beforeEach(() =>
  recordShownPage({ pathname: "/here", search: "?tab=mine", data: new Map([["page", "as it was"]]) }),
);

test("a page that gets no answer keeps what it shows", async () => {
  expect(await ask("/here?index&tab=mine", lost)).toEqual({ page: { type: "data", result: "as it was" } });
  expect(await ask("/here?step=publish&tab=mine&index", lost)).toEqual({
    page: { type: "data", result: "as it was" },
  });
});

test.each([500, 502, 504])("a page that is answered %i keeps what it shows", async (status) => {
  const fault: DataStrategyResult = {
    type: "error",
    result: new ErrorAnswer(status, "", "<h1>Bad Gateway</h1>"),
  };
  expect(await ask("/here?cursor=1&tab=mine&index", fault)).toEqual({
    page: { type: "data", result: "as it was" },
  });
  expect(await ask("/there", fault)).toEqual({ page: fault });
});

test("a load without an answer is counted, one with an answer is not", async () => {
  const before = failedLoads();
  await ask("/here?index&tab=mine", lost);
  expect(failedLoads()).toBe(before + 1);
  await ask("/here?index&tab=mine", { type: "data", result: "news" });
  await ask("/here?index&tab=mine", { type: "error", result: new ErrorAnswer(404, "", {}) });
  expect(failedLoads()).toBe(before + 1);
});

test("an answer is shown, a refusal too", async () => {
  const news: DataStrategyResult = { type: "data", result: "news" };
  const refusal: DataStrategyResult = { type: "error", result: new ErrorAnswer(404, "", {}) };
  expect(await ask("/here?index&tab=mine", news)).toEqual({ page: news });
  expect(await ask("/here?index&tab=mine", refusal)).toEqual({ page: refusal });
});

test("another page and a sent form can't be kept", async () => {
  expect(await ask("/there", lost)).toEqual({ page: lost });
  expect(await ask("/here?tab=theirs", lost)).toEqual({ page: lost });
  expect(await ask("/here?index&tab=mine", lost, "POST")).toEqual({ page: lost });
});

test("a page that needs no network opens within the root's data as they were", async () => {
  recordShownPage({ pathname: "/here", search: "", data: new Map([["root", "the frame"]]) });
  const request = new Request("http://127.0.0.1/downloads");
  const page: DataStrategyResult = { type: "data", result: "from the device" };
  expect(await preservePageOnFailure({ request }, async () => ({ root: lost, page }))).toEqual({
    root: { type: "data", result: "the frame" },
    page,
  });
  expect(await preservePageOnFailure({ request }, async () => ({ root: lost, page: lost }))).toEqual({
    root: lost,
    page: lost,
  });
});
