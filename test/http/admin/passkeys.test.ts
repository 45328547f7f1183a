import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { beginPasskey } from "#app/features/admin/passkeys/passkey-verbs.server.ts";
import { passkeyMessages } from "#app/features/admin/passkeys/passkeys.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { addAdminSession } from "../../admin.ts";
import { adminPassword, adminUsername } from "../../admin-password.ts";
import { Client } from "../../client.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";
import { SoftwareAuthenticator } from "../../software-authenticator.ts";

let server: RunningServer;
/** An IP address is no host of passkeys. */
let origin: string;
beforeAll(async () => {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  server = await startServer({ dataDir, workers: 0 });
  origin = server.origin.replace("127.0.0.1", "localhost");
  await openDatabase({ url, dataDir, migrate: false });
});
afterAll(async () => {
  await closeDatabase();
  await server.kill();
});

const ask = (client: Client) => client.send("POST", "/api/admin/login/passkey-options");
const answer = (client: Client, credential: unknown, more = {}) =>
  client.send("POST", "/api/admin/login/passkey", { credential, ...more });
const isSignedIn = async (client: Client) =>
  (await (await client.get("/api/admin/status")).json()).authenticated;

test("a passkey is added by a form and opens the console; whatever is wrong is refused in one sentence, five times a minute", async () => {
  const { admin, token } = await addAdminSession();
  const operator = Client.withAdminSession(origin, token);
  const device = new SoftwareAuthenticator(origin);
  const site = { id: "localhost", origin };
  const add = (credential: unknown) =>
    operator.form("/admin/account", {
      intent: "add-passkey",
      name: "仕事の電話",
      credential: JSON.stringify(credential),
    });
  const credential = device.create(await beginPasskey({ admin, site }));
  const foreign = new SoftwareAuthenticator("http://localhost:1").create(await beginPasskey({ admin, site }));
  for (const [sent, status] of [
    ["nonsense", 400],
    [{}, 400],
    [{ ...credential, id: "?" }, 400],
    // Of another origin; it has used the challenge up.
    [foreign, 409],
    [credential, 409],
  ] as const) {
    const refused = await add(sent);
    const page = await refused.text();
    expect([refused.status, page.includes(passkeyMessages.notAdded)]).toEqual([status, true]);
  }
  const added = await add(device.create(await beginPasskey({ admin, site })));
  expect([added.status, added.headers.get("Location")]).toEqual([303, "/admin/account"]);
  expect(await (await operator.get("/admin/account")).text()).toContain("仕事の電話");

  const begun = await ask(new Client(server.origin));
  expect([begun.status, (await begun.json()).error]).toEqual([409, passkeyMessages.noHost]);
  const browser = new Client(origin);
  const asked = await ask(browser);
  const options = await asked.json();
  expect([asked.status, options]).toEqual([
    200,
    {
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: "localhost",
      timeout: 300_000,
      userVerification: "required",
    },
  ]);
  expect(asked.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^mugen_passkey=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/),
  ]);
  const right = device.get(options);
  const noSentence = { error: passkeyMessages.notSignedIn, code: "not_authenticated" };
  // Another browser has no part of the challenge.
  const stolen = await answer(new Client(origin), right);
  expect([stolen.status, await stolen.json()]).toEqual([401, noSentence]);
  const opened = await answer(browser, right, { rememberMe: true });
  expect([opened.status, opened.headers.getSetCookie()]).toEqual([
    200,
    [
      expect.stringMatching(/^mugen_passkey=; Path=\/; Max-Age=0;/),
      expect.stringMatching(/^mugen_admin=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
    ],
  ]);
  expect(await isSignedIn(browser)).toBe(true);
  const again = new Client(origin);
  await ask(again);
  const replayed = await answer(again, right);
  expect([replayed.status, await replayed.json(), await isSignedIn(again)]).toEqual([401, noSentence, false]);
  const shapeless = await answer(again, { id: 1 });
  expect([shapeless.status, (await shapeless.json()).error]).toEqual([400, expect.any(String)]);

  // They count with the passwords.
  const typed = { username: adminUsername, password: adminPassword };
  const password = await new Client(origin).send("POST", "/api/admin/login", typed);
  const beyond = await answer(again, right);
  expect([password.status, beyond.status]).toEqual([200, 429]);
  expect(Number(beyond.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("another site's page neither asks nor answers for a passkey", async () => {
  for (const path of ["/api/admin/login/passkey-options", "/api/admin/login/passkey"]) {
    const refused = await new Client(origin).fetch(path, {
      method: "POST",
      headers: { Origin: "https://evil.example", "Content-Type": "application/json" },
      body: "{}",
    });
    expect([path, refused.status]).toEqual([path, 403]);
  }
});
