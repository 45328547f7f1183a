import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { alertsForm } from "./alerts.schema.ts";
import { alertKindsOf, countNew, isQuietAt, mayBeTold, newsText } from "./alerts.ts";
import { isMorning, lastMorning } from "./morning-summary.server.ts";

const tokyo = (time: string) => new Date(`2026-11-28T${time}:00+09:00`);
const minutes = (hour: number, minute = 0) => hour * 60 + minute;

test.each([
  ["22:29", false],
  ["22:30", true],
  ["23:59", true],
  ["00:00", true],
  ["06:59", true],
  ["07:00", false],
  ["12:00", false],
])("quiet hours over midnight: %s is %s", (time, isQuiet) => {
  expect(isQuietAt({ from: minutes(22, 30), until: minutes(7) }, tokyo(time))).toBe(isQuiet);
});

test("quiet hours within a day, and none", () => {
  const noon = { from: minutes(12), until: minutes(13) };
  expect(["11:59", "12:00", "12:59", "13:00"].map((time) => isQuietAt(noon, tokyo(time)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuietAt(null, tokyo("03:00"))).toBe(false);
});

test("one message per kind and quarter of an hour; at night only what is urgent, where that may pass", () => {
  const now = tokyo("03:00");
  const ask = { kind: "reports", sentAt: null, quiet: null, urgentPasses: false, now } as const;
  const before = (minute: number) => new Date(now.getTime() - minute * 60_000);
  expect(mayBeTold(ask)).toBe(true);
  expect(mayBeTold({ ...ask, sentAt: before(14) })).toBe(false);
  expect(mayBeTold({ ...ask, sentAt: before(15) })).toBe(true);
  const quiet = { from: minutes(22), until: minutes(7) };
  expect(mayBeTold({ ...ask, quiet })).toBe(false);
  expect(mayBeTold({ ...ask, quiet, urgentPasses: true })).toBe(true);
  expect(mayBeTold({ ...ask, quiet, urgentPasses: true, sentAt: before(1) })).toBe(false);
  expect(mayBeTold({ ...ask, kind: "messages", quiet, urgentPasses: true })).toBe(false);
});

test("news is what came since, or what came back", () => {
  const [old, late] = [tokyo("01:00"), tokyo("02:30")];
  const seenUntil = tokyo("02:00");
  const of = (arrivals: Date[], level: number) =>
    countNew({ waiting: { arrivals, total: arrivals.length }, seenUntil, level });
  expect(of([late, old, old], 2)).toBe(1);
  // One was handled meanwhile.
  expect(of([late, old], 2)).toBe(1);
  // An old one waits again, such as a case that was opened again.
  expect(of([old, old, old], 2)).toBe(1);
  expect(of([old], 2)).toBe(0);
});

test("messages have numbers alone", () => {
  expect(newsText({ kind: "reports", newCount: 3, totalCount: 1001 })).toEqual({
    title: "報告：新しく3件",
    body: "未対応の報告は、いま1,000件以上です。",
  });
});

test("a moderator is told of what a moderator may open", () => {
  expect(alertKindsOf("moderator")).toEqual(["reports", "objections", "reviews"]);
  expect(alertKindsOf("administrator")).toEqual(expect.arrayContaining(["payments", "charges"]));
});

test("the morning is from seven to noon", () => {
  expect(lastMorning(tokyo("06:59"))).toEqual(new Date("2026-11-27T07:00:00+09:00"));
  expect(lastMorning(tokyo("07:00"))).toEqual(tokyo("07:00"));
  expect(["06:59", "07:00", "11:59", "12:00"].map((time) => isMorning(tokyo(time)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

const parse = (fields: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of [["intent", "save"], ...fields] as const) form.append(name, value);
  return parseWithZod(form, { schema: alertsForm });
};

test("the form takes one kind, several and none, and hours over midnight", () => {
  const one = parse([["push", "reports"]]);
  expect(one.status === "success" && one.value).toMatchObject({
    push: ["reports"],
    byEmail: [],
    quiet: null,
  });
  const several = parse([
    ["byEmail", "reports"],
    ["byEmail", "morning"],
    ["byEmail", "unknown"],
    ["quietFrom", "22:30"],
    ["quietUntil", "07:00"],
    ["urgentPasses", "on"],
  ]);
  expect(several.status === "success" && several.value).toMatchObject({
    byEmail: ["reports", "morning"],
    quiet: { from: 22 * 60 + 30, until: 7 * 60 },
    urgentPasses: true,
  });
});

test.each<[field: string, fields: [string, string][], message: string]>([
  ["email", [["email", "hana"]], "メールアドレスの形式で入力してください"],
  ["quietUntil", [["quietFrom", "22:30"]], "始まりと終わりの両方を選んでください"],
  ["quietFrom", [["quietUntil", "07:00"]], "始まりと終わりの両方を選んでください"],
  [
    "quietUntil",
    [
      ["quietFrom", "22:30"],
      ["quietUntil", "22:30"],
    ],
    "始まりと違う時刻を選んでください",
  ],
  [
    "quietFrom",
    [
      ["quietFrom", "25:00"],
      ["quietUntil", "07:00"],
    ],
    "時刻を選んでください",
  ],
])("%s says what is wrong", (field, fields, message) => {
  expect(parse(fields)).toMatchObject({ status: "error", error: { [field]: [message] } });
});
