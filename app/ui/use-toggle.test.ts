import { expect, test } from "vitest";
import { createToggleStores, currentState, nextConfirmation } from "./use-toggle.ts";

const off = { isOn: false, count: 3 };

test("all that shows one thing hears of a press, and nothing else does", () => {
  const switchOf = createToggleStores();
  const heard: string[] = [];
  switchOf(1).subscribe(() => heard.push("one"));
  switchOf(2).subscribe(() => heard.push("two"));
  switchOf(1).set({ pending: { isOn: true, before: off } });
  expect(heard).toEqual(["one"]);
  expect(switchOf(2).get().pending).toBeNull();
  // A component with another count shows that of the clicked one.
  expect(currentState(switchOf(1).get(), { isOn: false, count: 9 }, {})).toEqual({ isOn: true, count: 4 });
});

test("a wish counts from how it was before, never below 0; pressed back it changes nothing", () => {
  const news = (isOn: boolean, before: typeof off) => ({ pending: { isOn, before }, confirmed: null });
  expect(currentState(news(false, { isOn: true, count: 0 }), off, {})).toEqual({ isOn: false, count: 0 });
  expect(currentState(news(false, off), off, {})).toEqual(off);
});

test("an answer wins over what was loaded before it, and gives way to what is loaded after it", () => {
  const early = {};
  const news = { pending: null, confirmed: null };
  expect(currentState(news, off, early)).toEqual(off);
  const answered = { pending: null, confirmed: { state: { isOn: true, count: 4 }, at: nextConfirmation() } };
  expect(currentState(answered, off, early)).toEqual({ isOn: true, count: 4 });
  const late = { isOn: false, count: 7 };
  expect(currentState(answered, late, {})).toEqual(late);
});

test("where no loader spoke of it every answer wins, and one without a number leaves the number", () => {
  const at = nextConfirmation();
  const answered = (count: number | null) => ({
    pending: null,
    confirmed: { state: { isOn: true, count }, at },
  });
  expect(currentState(answered(4), off, null)).toEqual({ isOn: true, count: 4 });
  expect(currentState(answered(null), off, null)).toEqual({ isOn: true, count: 3 });
  expect(currentState({ pending: null, confirmed: null }, off, null)).toEqual(off);
});
