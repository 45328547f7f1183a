import { expect, test } from "vitest";
import { createSwitches, nextAnswer, standing } from "./shared-switch.ts";

const off = { isOn: false, count: 3 };

test("all that shows one thing hears of a press, and nothing else does", () => {
  const switchOf = createSwitches();
  const heard: string[] = [];
  switchOf(1).subscribe(() => heard.push("one"));
  switchOf(2).subscribe(() => heard.push("two"));
  switchOf(1).set({ wish: { isOn: true, before: off } });
  expect(heard).toEqual(["one"]);
  expect(switchOf(2).get().wish).toBeNull();
  // Somebody who was given another count shows the presser's.
  expect(standing(switchOf(1).get(), { isOn: false, count: 9 }, {})).toEqual({ isOn: true, count: 4 });
});

test("a wish counts from how it was before, never below 0; pressed back it changes nothing", () => {
  const news = (isOn: boolean, before: typeof off) => ({ wish: { isOn, before }, answer: null });
  expect(standing(news(false, { isOn: true, count: 0 }), off, {})).toEqual({ isOn: false, count: 0 });
  expect(standing(news(false, off), off, {})).toEqual(off);
});

test("an answer wins over what was loaded before it, and gives way to what is loaded after it", () => {
  const early = {};
  const news = { wish: null, answer: null };
  expect(standing(news, off, early)).toEqual(off);
  const answered = { wish: null, answer: { state: { isOn: true, count: 4 }, at: nextAnswer() } };
  expect(standing(answered, off, early)).toEqual({ isOn: true, count: 4 });
  const late = { isOn: false, count: 7 };
  expect(standing(answered, late, {})).toEqual(late);
});

test("where no loader spoke of it every answer wins, and one without a number leaves the number", () => {
  const at = nextAnswer();
  const answered = (count: number | null) => ({ wish: null, answer: { state: { isOn: true, count }, at } });
  expect(standing(answered(4), off, null)).toEqual({ isOn: true, count: 4 });
  expect(standing(answered(null), off, null)).toEqual({ isOn: true, count: 3 });
  expect(standing({ wish: null, answer: null }, off, null)).toEqual(off);
});
