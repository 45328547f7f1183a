// on both databases: only Postgres is another program that can be away
import { expect, onTestFinished, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { expectations } from "../api/access-expectations.ts";
import { Client } from "../client.ts";
import { addMember } from "../database.ts";
import { startPostgresProxy } from "../databases/postgres-proxy.ts";
import { startServer } from "../servers/server.ts";
import { addSoundingTracks } from "../sounding-tracks.ts";

const { DATABASE_URL: url = "", DATA_DIR: dataDir } = environment();

test.runIf(url.startsWith("postgres"))(
  "while Postgres is away every page, call and file is 503 with Retry-After or needs none, no form loses a word, and all goes on afterwards",
  async () => {
    await openDatabase({ url, dataDir });
    const { id: userId } = await addMember({ customUserId: "kanade" });
    const [track = 0] = await addSoundingTracks({ dataDir, userId, titles: ["夜のラジオ"], seconds: 2 });
    await closeDatabase();
    const proxy = await startPostgresProxy(url);
    onTestFinished(() => proxy.close());
    const server = await startServer({ dataDir, databaseUrl: proxy.url, workers: 0 });
    onTestFinished(() => server.kill());
    const visitor = new Client(server.origin);
    const member = await Client.signedIn(server.origin, "away@example.com");
    const admin = await Client.signedInAsAdmin(server.origin);
    const paths = expectations.map(({ method, path, body }) => ({
      method,
      body,
      path: path
        .replace(/\{(track|hidden)\}/g, String(track))
        .replace("{owner}", "kanade")
        .replace("{ownerId}", userId)
        .replace(/\{\w+\}/g, "1"),
    }));

    proxy.setAway(true);
    const wrong: unknown[] = [];
    let refused = 0;
    for (const [who, client] of Object.entries({ visitor, member, admin })) {
      for (const { method, path, body } of paths) {
        // Cookies are needed for the others.
        if (path.includes("/logout")) continue;
        const json = { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
        const { status, headers } = await client.fetch(path, { method, ...(body === undefined ? {} : json) });
        if (status === 503) refused += 1;
        if (status === 500 || (status === 503 && !headers.has("Retry-After")))
          wrong.push(`${who} ${method} ${path} ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(paths.length);

    // The page of this form can be shown without the database, that one can't.
    const message = {
      name: "夜野",
      email: "away@example.com",
      subject: "その他",
      message: "消えない<ことば>",
    };
    const playlist = { name: "消えない<名前>", description: "一行目\n二行目" };
    const contact = await visitor.form("/contact", message);
    expect([contact.status, contact.headers.get("Retry-After")]).toEqual([503, "30"]);
    expect(await contact.text()).toContain("消えない&lt;ことば&gt;");
    const created = await member.form("/create-playlist", playlist);
    expect([created.status, created.headers.get("Retry-After")]).toEqual([503, "30"]);
    const page = await created.text();
    for (const text of [
      "もう一度送信する",
      'action="/create-playlist"',
      "消えない&lt;名前&gt;",
      "一行目\n二行目",
    ])
      expect(page).toContain(text);
    const login = await admin.form("/admin/login", { username: "admin", password: "himitsu-no-kotoba" });
    expect(await login.text()).not.toContain("himitsu-no-kotoba");

    proxy.setAway(false);
    const statusOf = async (path: string) => (await member.get(path)).status;
    await expect.poll(() => statusOf("/playlists")).toBe(200);
    expect((await member.form("/create-playlist", playlist)).status).toBe(303);
    expect(await statusOf(`/api/stream/${track}`)).toBe(200);
    const logged = server.output().split("\n");
    expect(logged.filter((line) => line.includes("does not answer"))).toHaveLength(1);
    expect(logged.filter((line) => /route failed|call failed|request failed/.test(line))).toEqual([]);
  },
);
