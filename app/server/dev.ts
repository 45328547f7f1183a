// Development: the same server with Vite's middleware in front and hot reload. With `--stripe` it is paid through a Stripe
// of our own (test/stripe), of which nothing is in the build.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";

process.env.NODE_ENV ??= "development";
const stripe = process.argv.includes("--stripe") ? await startStripe() : undefined;
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
const { run } = await vite.ssrLoadModule("./app/server/main.ts");
await run({ assets: vite.middlewares });
if (stripe)
  console.log(`  stripe          ${stripe.origin}   (its objects, test cards, a clock to move forward)`);

/**
 * Starts it and sets what the server needs. It forgets everything when it ends, so the installation is a new one too
 * unless `DATA_DIR` or `DATABASE_URL` names one.
 */
async function startStripe() {
  const { startStripe: start } = await import("../../test/stripe/server.ts");
  const double = await start();
  Object.assign(process.env, double.settings);
  if (!process.env.DATA_DIR && !process.env.DATABASE_URL)
    process.env.DATA_DIR = await mkdtemp(join(tmpdir(), "mugen-stripe-"));
  double.sendWebhooksTo(`http://127.0.0.1:${process.env.PORT || 3000}/webhooks/stripe`);
  return double;
}
