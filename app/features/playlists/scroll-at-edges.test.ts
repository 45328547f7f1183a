import { afterEach, expect, test, vi } from "vitest";
import { scrollAtEdges } from "./scroll-at-edges.ts";

afterEach(() => vi.unstubAllGlobals());

/** Holds the pointer at the lower edge for a second that is drawn so often. Returns how far the page has scrolled. */
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
  const scroller = scrollAtEdges(() => {});
  scroller.start(400);
  scroller.look(800);
  for (let n = 1; n <= framesPerSecond; n++) next((n * 1000) / framesPerSecond);
  scroller.stop();
  return page.scrollY;
}

test.each([120, 60, 30, 12])("a page drawn %i times a second scrolls as far as any other", (frames) => {
  expect(scrolledInASecond(frames)).toBeGreaterThan(1290);
  expect(scrolledInASecond(frames)).toBeLessThanOrEqual(1300);
});

test("after a frame that took seconds the page does not jump", () => {
  expect(scrolledInASecond(1)).toBe(130);
});
