// @module-tag release: builds for development; what it serves is tested as it is built
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { projectRoot } from "#app/config/project-root.ts";
import { Client } from "../client.ts";
import { type RunningServer, startServer } from "../servers/server.ts";

/** What the development server is made of. */
const sources = [
  "app",
  "db",
  "jobs",
  "public",
  "test",
  "package.json",
  "react-router.config.ts",
  "vite.config.ts",
];

/** A checkout whose files a test may change: nothing of the real one does, however the test ends. Packages are links to its own. */
const checkout = mkdtempSync(path.join(environment().DATA_DIR, "checkout-"));
for (const name of sources)
  cpSync(path.join(projectRoot, name), path.join(checkout, name), { recursive: true });
const packages = path.join(projectRoot, "node_modules");
mkdirSync(path.join(checkout, "node_modules"));
for (const name of readdirSync(packages))
  if (!name.startsWith("."))
    symlinkSync(path.join(packages, name), path.join(checkout, "node_modules", name));
afterAll(() => rmSync(checkout, { recursive: true }));

let server: RunningServer | undefined;
afterEach(() => server?.stop());

const startDev = async (...args: string[]) => {
  const dataDir = mkdtempSync(path.join(environment().DATA_DIR, "dev-"));
  const env = { NODE_ENV: "development" };
  server = await startServer({ dataDir, env, folder: checkout, program: ["app/server/dev.ts", ...args] });
  return server;
};

const component = "/app/features/contact/sender-fields.tsx";
/** Changes a text in the component. */
function changeLabel(from: string, to: string): void {
  const file = path.join(checkout, component);
  const source = readFileSync(file, "utf8");
  expect(source).toContain(from);
  writeFileSync(file, source.replace(from, to));
}

/** What Vite tells open pages about changed modules. */
async function hotUpdates(client: Client): Promise<{ paths: string[]; close(): void }> {
  const script = await (await client.get("/@vite/client")).text();
  const setting = (name: string) => new RegExp(`const ${name} = "?(\\w+)"?;`).exec(script)?.[1];
  const socket = new WebSocket(
    `ws://127.0.0.1:${setting("hmrPort")}/?token=${setting("wsToken")}`,
    "vite-hmr",
  );
  const paths: string[] = [];
  socket.addEventListener("message", ({ data }) => {
    const message: { type: string; updates?: { path: string }[] } = JSON.parse(String(data));
    for (const update of message.updates ?? []) paths.push(update.path);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error("no connection for hot reload")));
  });
  return { paths, close: () => socket.close() };
}

async function expectPages(visitor: Client): Promise<void> {
  for (const [address, words] of [
    ["/", "/app/entry.client.tsx"],
    ["/contact", "お名前"],
    ["/api/tracks", "[]"],
  ] as const)
    expect(await page(visitor, address)).toContain(words);
}

async function page(visitor: Client, address: string): Promise<string> {
  const response = await visitor.get(address);
  expect(response.status, server?.output()).toBe(200);
  return response.text();
}

const stripeOrigin = (output: string) => /^ {2}stripe +(\S+)/m.exec(output)?.[1];

// A start takes fifteen seconds of a processor; without `--stripe` it does the same but for Stripe.
test("npm run dev -- --stripe starts, a changed component is seen at once, and premium is bought", async () => {
  const { origin, output } = await startDev("--stripe");
  const visitor = new Client(origin);
  await expectPages(visitor);
  const updates = await hotUpdates(visitor);
  // As the browser does, before it can be told of a change.
  await page(visitor, component);
  changeLabel("お名前", "お名前とお所");
  await expect.poll(() => updates.paths).toContain(component);
  expect(await page(visitor, component)).toContain("お名前とお所");
  expect(await page(visitor, "/contact")).toContain("お名前とお所");
  updates.close();
  await buyPremium(origin, stripeOrigin(output()) ?? "no Stripe");
});

/** Through Stripe's own page, which then tells the server. */
async function buyPremium(origin: string, stripe: string): Promise<void> {
  const member = await Client.signedIn(origin, "payer@example.com");
  const checkout = (await member.form("/premium", {})).headers.get("Location") ?? "";
  expect(checkout).toContain(`${stripe}/c/pay/`);
  const card = new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/34", cvc: "123" });
  expect((await fetch(checkout, { method: "POST", body: card, redirect: "manual" })).status).toBe(303);
  const answers = async () => (await fetch(stripe)).text();
  await expect.poll(answers).toContain("<td>invoice.paid</td><td>200</td>");
  expect(await (await member.get("/cancel")).text()).toContain("90日間一時停止する");
}
