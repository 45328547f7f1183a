// Development: the server behind Vite's middleware with hot reload. `--stripe` adds our own Stripe (test/stripe), which no
// build contains.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { outdatedViteOption } from "#app/build/outdated-vite-option.ts";

process.env.NODE_ENV ??= "development";
const stripe = process.argv.includes("--stripe") ? await startStripe() : undefined;
// A fixed port for hot reload: open pages find a restarted server.
const ws = process.env.PORT === "0" ? { ws: { port: await findFreePort() } } : {};
const { warn } = console;
console.warn = (...line) => {
  if (!String(line[0]).includes(outdatedViteOption)) warn(...line);
};
const vite = await createServer({ server: { middlewareMode: true, ...ws }, appType: "custom" });
console.warn = warn;
const { run } = await vite.ssrLoadModule("./app/server/main.ts");
const { port } = await run({ assets: vite.middlewares });
if (stripe) {
  stripe.sendWebhooksTo(`http://127.0.0.1:${port}/webhooks/stripe`);
  console.log(`  stripe          ${stripe.origin}   (its objects, test cards, a clock to move forward)`);
}

/**
 * Starts it and sets the settings. It forgets everything at the end, so the installation is new too unless `DATA_DIR` or
 * `DATABASE_URL` is set.
 */
async function startStripe() {
  const { startStripe: start } = await import("../../test/stripe/server.ts");
  const double = await start();
  Object.assign(process.env, double.settings);
  if (!process.env.DATA_DIR && !process.env.DATABASE_URL)
    process.env.DATA_DIR = await mkdtemp(join(tmpdir(), "mugen-stripe-"));
  return double;
}

async function findFreePort(): Promise<number> {
  const { freePort } = await import("../../test/databases/postgres.ts");
  return freePort();
}
