import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { precompressTemplate } from "./precompressed-template.ts";

const decompress = { br: brotliDecompressSync, gzip: gunzipSync };
const nonce = () => randomBytes(16).toString("base64");

/** A page of Japanese lines with `count` scripts, and where their nonces stand. */
function makePage(count: number, own: string) {
  const lines = Array.from({ length: 300 }, (_, n) => `<li class="row">${n}番目の音声 ${n % 7}</li>`).join(
    "\n",
  );
  const html = Array.from({ length: count }, () => `<script nonce="${own}">go()</script>${lines}`).join("");
  const page = Buffer.from(`<!DOCTYPE html>${html}</html>`);
  const gaps: { at: number; length: number }[] = [];
  for (let at = page.indexOf(own); at !== -1; at = page.indexOf(own, at + 1))
    gaps.push({ at, length: own.length });
  return { page, gaps };
}

test.each(["br", "gzip"] as const)("%s: every filling reads as the page with it", async (encoding) => {
  for (const count of [1, 2, 6]) {
    const own = nonce();
    const { page, gaps } = makePage(count, own);
    const fill = await precompressTemplate(page, gaps, encoding);
    if (!fill) throw new Error("the page can't be filled");
    for (let time = 0; time < 5; time++) {
      const other = nonce();
      const sent = fill(gaps.map(() => Buffer.from(other)));
      expect(decompress[encoding](sent).toString()).toBe(page.toString().replaceAll(own, other));
      expect(sent.length).toBeLessThan(page.length / 10);
    }
  }
});
