import { expect, test } from "vitest";
import { inquiryForm } from "./inquiries/inquiries.schema.ts";
import { memberFormSchema } from "./members/members.schema.ts";
import { reviewForm } from "./review/review.schema.ts";

// Postgres rejects the years after 9999 as Date writes them.
test.each([
  ["a report", inquiryForm, { intent: "report-close", trackId: "1", outcome: "none", note: "" }, "seenAt"],
  ["a playlist", memberFormSchema, { intent: "playlist-take-down", playlistId: "1", reason: "" }, "seenAt"],
  ["members", memberFormSchema, { intent: "bulk-approve", "approve-all": "on" }, "seenAt"],
  ["a card of the queue", reviewForm, { intent: "approve", trackId: "1", reports: "0" }, "seen"],
])("a form about %s takes the time of a page, and none after the year 9999", (_, schema, fields, time) => {
  const isTaken = (ms: number) => schema.safeParse({ ...fields, [time]: String(ms) }).success;
  expect([isTaken(Date.UTC(2027, 0, 1)), isTaken(Date.UTC(10_000, 0, 1))]).toEqual([true, false]);
});
