import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { describeDispute, describeDisputeReason, isDisputeOver } from "./dispute.ts";

test.each([
  ["needs_response", "awaiting", "証拠が必要"],
  ["warning_needs_response", "awaiting", "照会に返事が必要"],
  ["under_review", "deciding", "審査中"],
  ["won", "won", "認められた"],
  ["lost", "lost", "負けた"],
  ["warning_closed", "over", "照会で終わった"],
  ["of_a_later_version", "deciding", "of_a_later_version"],
])("%s is %s", (status, phase, label) => {
  const at = new Date("2027-01-15T03:00:00Z");
  const evidenceDueAt = new Date(at.getTime() + 1000);
  expect(describeDispute({ status, evidenceDueAt }, at)).toMatchObject({ phase, label });
  expect(isDisputeOver({ status })).toBe(!["awaiting", "deciding"].includes(phase));
  const late = describeDispute({ status, evidenceDueAt: at }, at);
  expect(late.phase).toBe(phase === "awaiting" ? "deciding" : phase);
});

test("reasons are in Japanese, and unknown ones as they are", () => {
  expect(["fraudulent", "of_a_later_version"].map(describeDisputeReason)).toEqual([
    "身に覚えがない（不正利用）",
    "of_a_later_version",
  ]);
});

test("every state and reason that Stripe publishes has words of its own", () => {
  const stripe = path.dirname(createRequire(import.meta.url).resolve("stripe"));
  const types = readFileSync(path.join(stripe, "resources/Disputes.d.ts"), "utf8");
  const [, states = ""] = /\n {4}type Status = ([^;]+) \| OtherString;/.exec(types) ?? [];
  const [, reasons = ""] = /Reason given by cardholder.*Possible values are (.*`)\./.exec(types) ?? [];
  const codesIn = (text: string, quote: string) => text.split(quote).filter((_, at) => at % 2 === 1);
  const at = new Date();
  const labelOf = (status: string) => describeDispute({ status, evidenceDueAt: new Date(8e12) }, at).label;
  const published = [codesIn(states, "'"), codesIn(reasons, "`")] as const;
  expect(published.map(({ length }) => length)).toEqual([10, 15]);
  expect(published[0].filter((code) => labelOf(code) === code)).toEqual([]);
  expect(published[1].filter((code) => describeDisputeReason(code) === code)).toEqual([]);
});
