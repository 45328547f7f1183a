// Prints the PDFs of `read-printed-pdfs.test.ts` with the tests' browser: `npx node test/sources/print-pdfs.ts`
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { chromium } from "@playwright/test";
import { browserOptions } from "../../e2e/browser.ts";
import { printedPages } from "./printed-pages.ts";

const font = createRequire(import.meta.url).resolve(
  "@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf",
);
const style = `@font-face{font-family:printed;src:url(data:font/ttf;base64,${readFileSync(font).toString("base64")})}
  html{font:10.5pt/1.8 printed}rt{font-size:5pt}h1,h2,th{font-weight:400}h1{font-size:18pt}h2{font-size:14pt}p{margin:0;text-indent:1em}`;
const margin = (text: string) =>
  `<div style="font-size:8pt;width:100%;text-align:center;font-family:printed">${text}</div>`;

const { launchOptions } = await browserOptions();
const browser = await chromium.launch(launchOptions);
for (const [name, { html, css, head }] of Object.entries(printedPages)) {
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><html lang="ja"><style>${style}${css ?? ""}</style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  const pdf = await page.pdf({
    format: "A5",
    margin: { top: "20mm", bottom: "20mm", left: "18mm", right: "18mm" },
    displayHeaderFooter: head !== undefined,
    headerTemplate: margin(head ?? ""),
    footerTemplate: margin('- <span class="pageNumber"></span> -'),
    tagged: false,
    outline: false,
  });
  writeFileSync(path.join(import.meta.dirname, "pdfs", `${name}.pdf`), pdf);
}
await browser.close();
