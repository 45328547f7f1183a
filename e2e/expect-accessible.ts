import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import type axe from "axe-core";
import { untilQuiet } from "./site.ts";

/** The script that each page reads, in less than half the characters of `axe.source`. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Each window in one theme: a look costs seconds, and the palettes themselves are held by `contrast.test.ts`. */
const looks = [
  { size: { width: 375, height: 812 }, theme: "dark" },
  { size: { width: 1280, height: 800 }, theme: "light" },
];

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What axe finds, for people to read. It runs in the page itself, and is put once into each of its documents. */
async function violationsOf(page: Page): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(source);
  }
  const { origin } = new URL(page.url());
  // A frame of another origin (a card form) does not answer axe.
  const iframes = page.frames().every((frame) => frame.url().startsWith(origin));
  const found = await page.evaluate(
    ({ values, iframes }) =>
      // What a modal dialog covers is inert, and is looked at where none is open.
      window.axe?.run(document.activeElement?.closest(":modal") ?? document, {
        reporter: "no-passes",
        selectors: false,
        preload: { assets: ["media"] },
        iframes,
        runOnly: { type: "tag", values },
      }),
    { values: rules, iframes },
  );
  if (!found) throw new Error("axe is not in the page");
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, any }) => `${html} (${any.map(({ message }) => message).join("; ")})`).join(" | ")}`,
  );
}

/** Added to the time of a test for each look: axe reads every element several times, beside whatever else runs (ms). */
const lookMs = 90_000;

/**
 * Axe finds nothing on what the page shows now, on a phone in the dark theme and on a desktop in the light one, and nothing
 * leaves the page sideways, with text of twice the size neither.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  test.setTimeout(test.info().timeout + lookMs);
  const start = page.viewportSize();
  // What is still on its way (a toast's view, a cover) would be looked at half there.
  await untilQuiet(page);
  // The browser tells old colours and sizes of rows that it has not drawn since: it draws them all. A colour on its way
  // starts the way of what inherits it anew: they change at once.
  await page.evaluate(() => {
    const drawn = new CSSStyleSheet();
    drawn.replaceSync("* { content-visibility: visible !important; transition: none !important }");
    document.adoptedStyleSheets.push(drawn);
  });
  for (const { size, theme } of looks) {
    await page.setViewportSize(size);
    await page.evaluate(async (chosen) => {
      document.documentElement.setAttribute("data-theme", chosen);
      await new Promise(requestAnimationFrame);
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }, theme);
    expect.soft(await violationsOf(page), `${state}, ${theme}, ${size.width} px`).toEqual([]);
    await expectNoOverflow(page, state);
  }
  if (start) await page.setViewportSize(start);
}

/** Nothing leaves what the page shows now sideways in windows of these widths (px), with text of twice the size neither. */
export async function expectNarrow(page: Page, state: string, widths: readonly number[]): Promise<void> {
  const start = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page, state);
  }
  if (start) await page.setViewportSize(start);
}

async function expectNoOverflow(page: Page, state: string): Promise<void> {
  // Asked until the page has its layout.
  await expect.soft
    .poll(() => page.evaluate(overflowing), { message: `${state}, ${page.viewportSize()?.width} px` })
    .toEqual([]);
}

/** Runs in the page. The sizes of text with which it is wider than its window; none of them is drawn. */
function overflowing(): string[] {
  const root = document.documentElement;
  const found = ["100%", "200%"].filter((size) => {
    root.style.setProperty("font-size", size);
    return root.scrollWidth > window.innerWidth;
  });
  root.style.removeProperty("font-size");
  return found;
}
