import { afterEach, expect, test, vi } from "vitest";
import { autoScroll } from "./drag-rows.ts";

afterEach(() => vi.unstubAllGlobals());

/** Px scrolled in a second at this frame rate, with the pointer at the lower edge. */
function scrolledInASecond(framesPerSecond: number): number {
  let next: (nowMs: number) => void = () => {};
  const page = {
    innerHeight: 800,
    scrollY: 0,
    scrollBy: ({ top }: { top: number }) => (page.scrollY += top),
  };
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("getComputedStyle", () => ({ scrollPaddingTop: "0px", scrollPaddingBottom: "0px" }));
  vi.stubGlobal("requestAnimationFrame", (step: typeof next) => {
    next = step;
    return 1;
  });
  vi.stubGlobal("cancelAnimationFrame", () => {});
  vi.stubGlobal("performance", { now: () => 0 });
  const scroller = autoScroll(() => {});
  scroller.start(400);
  scroller.update(800);
  for (let n = 1; n <= framesPerSecond; n++) next((n * 1000) / framesPerSecond);
  scroller.stop();
  return page.scrollY;
}

test.each([120, 60, 30, 12])(
  "the page scrolls as far in a second at %i frames per second as at any other rate",
  (frames) => {
    expect(scrolledInASecond(frames)).toBeGreaterThan(1290);
    expect(scrolledInASecond(frames)).toBeLessThanOrEqual(1300);
  },
);

test("a frame that took a second does not make the page jump", () => {
  expect(scrolledInASecond(1)).toBe(130);
});
