// @module-tag release: fills a disk
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { writeScript } from "../api/journeys.ts";
import { Client } from "../client.ts";
import { addMember } from "../database.ts";
import { canFillDisk, fullDiskLauncher, setDisk } from "../servers/disk.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addSoundingTracks } from "../sounding-tracks.ts";

const servers: RunningServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.kill();
});

async function start(launcher?: readonly string[]): Promise<RunningServer> {
  const server = await startServer({ ...(launcher ? { launcher } : {}) });
  servers.push(server);
  return server;
}

async function addTrack(): Promise<number> {
  const { DATA_DIR: dataDir } = environment();
  await openDatabase({ url: undefined, dataDir });
  const { id: userId } = await addMember();
  const [trackId = 0] = await addSoundingTracks({ dataDir, userId, titles: ["夜のラジオ"], seconds: 2 });
  await closeDatabase();
  return trackId;
}

/** Makes every session due for extension, as an hour without a request does. */
function ageSessions() {
  const file = new Database(path.join(environment().DATA_DIR, "mugen.sqlite"));
  const hourAgo = Date.now() - 60 * 60_000;
  file.prepare("update sessions set last_active_at = ?").run(hourAgo);
  return {
    sessionsInUse: () =>
      file.prepare("select count(*) from sessions where last_active_at > ?").pluck().get(hourAgo),
    close: () => file.close(),
  };
}

const statusOf = async (client: Client, path: string) => [path, (await client.get(path)).status];
const healthOf = async (client: Client) => (await client.get("/health")).json();
const pages = ["/", "/profile", "/favorites", "/history", "/notifications", "/playlists", "/create-post-v2"];
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

test.runIf(canFillDisk && !process.env.DATABASE_URL)(
  "on a full disk members read and listen, what they save is refused in words, and all goes on when there is room",
  async () => {
    const trackId = await addTrack();
    const server = await start();
    const visitor = new Client(server.origin);
    const member = await Client.signedIn(server.origin, "full@example.com");
    const like = () => member.send("POST", `/api/likes/${trackId}`);
    const counts = async () => (await visitor.get(`/api/tracks/${trackId}`)).json();
    const aged = ageSessions();

    setDisk(server.pid, "full");
    for (const page of pages) expect(await statusOf(member, page)).toEqual([page, 200]);
    for (const client of [visitor, member])
      expect(await statusOf(client, `/api/stream/${trackId}`)).toEqual([`/api/stream/${trackId}`, 200]);
    const refused = await like();
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "30"]);
    expect(await refused.json()).toMatchObject({
      code: "unavailable",
      error: expect.stringContaining("ただいま保存できない状態です"),
    });
    const form = await member.form("/contact", {
      name: "夜野",
      email: "full@example.com",
      subject: "その他",
      message: "消えないことば",
    });
    expect(form.status).toBe(503);
    const html = await form.text();
    for (const text of ["消えないことば", "ただいま保存できない状態です"]) expect(html).toContain(text);
    const played = await visitor.fetch(`/api/tracks/${trackId}/increment-play-count`, {
      method: "POST",
      headers: { "User-Agent": userAgent },
    });
    expect(played.status).toBe(200);
    expect(await healthOf(visitor)).toMatchObject({ status: "read-only" });
    expect((await visitor.get("/ping")).status).toBe(200);

    setDisk(server.pid, "has room");
    expect((await like()).status).toBe(200);
    expect(await statusOf(member, "/")).toEqual(["/", 200]);
    await expect.poll(counts).toMatchObject({ playCount: 1, likeCount: 1 });
    await expect.poll(aged.sessionsInUse).toBe(1);
    await expect.poll(() => healthOf(visitor)).toMatchObject({ status: "ok" });

    aged.close();
    await server.kill();
    const restarted = await start(fullDiskLauncher);
    const [again, back] = [new Client(restarted.origin), afterRestart(member, restarted)];
    expect(restarted.output()).toContain("read-only");
    expect(await statusOf(again, `/api/stream/${trackId}`)).toEqual([`/api/stream/${trackId}`, 200]);
    for (const page of pages) expect(await statusOf(back, page)).toEqual([page, 200]);
    expect((await back.send("DELETE", `/api/likes/${trackId}`)).status).toBe(503);
    expect(await healthOf(again)).toMatchObject({ status: "read-only" });

    setDisk(restarted.pid, "has room");
    const unlike = async () => (await back.send("DELETE", `/api/likes/${trackId}`)).status;
    await expect.poll(unlike, { interval: 200 }).toBe(200);
    expect(await writeScript(back)).toMatchObject({ script: expect.stringContaining("夜のラジオ") });
    setDisk(restarted.pid, "full");
    expect(await restarted.stop()).toBe(0);
  },
);

/** The same member on another server of the same installation. */
function afterRestart(client: Client, server: RunningServer): Client {
  const token = /mugen_session=([^;]+)/.exec(client.cookieHeaders().Cookie ?? "")?.[1] ?? "";
  return Client.withSession(server.origin, token);
}
