import { expect, test } from "vitest";
import { deferScripts } from "./defer-scripts.ts";

const head = (links: string) => `<!DOCTYPE html><html><head><title>∞</title>${links}</head>`;
const preload = (url: string) => `<link rel="modulepreload" href="${url}" nonce="n0nce"/>`;
const opening = '<script nonce="n0nce" type="module" async="">';

test("scripts are asked for after the paint, all at once, and run in their order", () => {
  const links = ["/assets/a.js", "/assets/b.js"].map(preload).join("");
  const code =
    'import "/assets/a.js";\nimport * as route0 from "/assets/b.js";\n\nstart({ route0 });\nimport("/assets/c.js");';
  const page = deferScripts(
    `${head(`${links}<link rel="stylesheet" href="/assets/app.css"/>`)}<body><p>x</p>${opening}${code}</script></body></html>`,
  );
  expect(page).not.toContain('rel="modulepreload"');
  expect(page).toContain('<link rel="stylesheet" href="/assets/app.css"/>');
  const script = page.slice(page.indexOf(opening) + opening.length, page.indexOf("</script>"));
  expect(script).not.toMatch(/^import /m);
  expect(script.indexOf("requestAnimationFrame")).toBeLessThan(
    script.indexOf('["/assets/a.js","/assets/b.js"]'),
  );
  expect(script).toMatch(
    /await import\("\/assets\/a\.js"\);\nconst route0 = await import\("\/assets\/b\.js"\);\n\nstart\(\{ route0 \}\);\nimport\("\/assets\/c\.js"\);$/,
  );
});

test("what members write and pages without the router's script stay as they are", () => {
  const words = `<body><p>&lt;link rel="modulepreload"&gt; ${preload("/x.js")}\nimport "x";</p></body></html>`;
  expect(deferScripts(head("") + words)).toBe(head("") + words);
});
