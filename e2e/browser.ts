import { existsSync } from "node:fs";
import process from "node:process";

interface BrowserOptions {
  launchOptions: { executablePath?: string; args: string[] };
}

/**
 * The Chromium that the tests drive: `CHROMIUM` if set, on Linux the one that comes with npm (no system package
 * needed), elsewhere Playwright's own (`npx playwright install chromium`).
 */
export async function browserOptions(): Promise<BrowserOptions> {
  const asked = process.env.CHROMIUM;
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--autoplay-policy=no-user-gesture-required",
  ];
  if (asked && existsSync(asked)) return { launchOptions: { executablePath: asked, args } };
  if (process.platform !== "linux") return { launchOptions: { args } };
  const { default: chromium } = await import("@sparticuz/chromium");
  // Not with the package's own arguments: they are for functions in the cloud (one process, no web security).
  return { launchOptions: { executablePath: await chromium.executablePath(), args } };
}
