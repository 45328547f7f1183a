import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { Client } from "../client.ts";
import { startServer } from "../servers/server.ts";

const dataDir = process.env.DATA_DIR ?? "";

test("an address that others can reach needs Google credentials", async () => {
  const open = spawn(process.execPath, ["app/start.mjs"], {
    env: { ...process.env, DATA_DIR: `${dataDir}/open`, HOST: "0.0.0.0", PORT: "0", NODE_ENV: "production" },
  });
  let message = "";
  open.stderr.on("data", (chunk: Buffer) => (message += chunk));
  await once(open, "exit");
  expect(open.exitCode).toBe(1);
  expect(message).toContain("GOOGLE_CLIENT_ID");
});

test("local sign-in is not offered under a public origin", async () => {
  const open = spawn(process.execPath, ["app/start.mjs"], {
    env: {
      ...process.env,
      DATA_DIR: `${dataDir}/public`,
      PUBLIC_ORIGIN: "https://mugen.example",
      PORT: "0",
      NODE_ENV: "production",
    },
  });
  let message = "";
  open.stderr.on("data", (chunk: Buffer) => (message += chunk));
  await once(open, "exit");
  expect(open.exitCode).toBe(1);
  expect(message).toContain("GOOGLE_CLIENT_ID");
});

test("behind TLS the cookies are locked to the host, and only forms of the public origin are taken", async () => {
  const origin = "https://mugen.example";
  const behind = await startServer({
    dataDir: `${dataDir}/behind`,
    env: { PUBLIC_ORIGIN: origin, TRUST_PROXY: "on", GOOGLE_CLIENT_ID: "x", GOOGLE_CLIENT_SECRET: "x" },
  });
  const client = new Client(behind.origin);
  const forwarded = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "mugen.example" };
  const theme = (from: string) =>
    client.fetch("/theme", {
      method: "POST",
      headers: { ...forwarded, Origin: from },
      body: new URLSearchParams({ theme: "dark" }),
    });
  expect((await theme(behind.origin)).status).toBe(403);
  const chosen = await theme(origin);
  expect(chosen.status).toBe(303);
  expect(chosen.headers.get("Strict-Transport-Security")).toContain("max-age=");
  for (const path of ["/favicon.svg", "/assets/missing-1.js"])
    expect((await client.get(path, forwarded)).headers.get("Strict-Transport-Security"), path).toBe(
      "max-age=31536000; includeSubDomains",
    );
  const invited = await client.get("/i/CODE", forwarded);
  for (const cookie of [...chosen.headers.getSetCookie(), ...invited.headers.getSetCookie()]) {
    expect(cookie).toMatch(/^__Host-mugen_\w+=.*; HttpOnly; SameSite=Lax; Secure$/);
  }
  expect(await (await client.get("/", forwarded)).text()).toContain('data-theme="dark"');
  expect((await client.form("/sign-in", { name: "n", email: "n@example.com" })).status).toBe(404);
  await behind.stop();
});
