// alone, on Postgres: starts two database servers and six processes
// @module-tag release: starts a whole fleet; what each of its parts does has tests of its own
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { askPooler, readReplicaFacts } from "#db/database-facts.ts";
import { startPreview, taskEnd, usedGenerations } from "../api/journeys.ts";
import { Client } from "../client.ts";
import { addMember } from "../database.ts";
import { addSessions, type Fleet, missingForFleet, startFleet } from "../fleet/start-fleet.ts";
import { addSoundingTracks } from "../sounding-tracks.ts";

const { DATA_DIR: dataDir } = environment();

const harbour = "夜の港";

let fleet: Fleet;
let authorId = "";
let trackIds: number[] = [];

describe.runIf(missingForFleet === undefined)("a fleet", () => {
  beforeAll(async () => {
    const started = await startFleet({ webs: 2, workers: 2, dataDir });
    if (!started) throw new Error("no Postgres");
    fleet = started;
    await openDatabase({ url: fleet.databaseUrl, dataDir, migrate: false });
    authorId = (await addMember({ customUserId: "kanade", name: "夜野 かなで" })).id;
    const titles = [harbour, "朝の市場"];
    trackIds = await addSoundingTracks({ dataDir, userId: authorId, titles, seconds: 2 });
    await closeDatabase();
  });
  afterAll(() => fleet?.stop());

  const signIn = async (name = "夜野 かなで") => {
    const [{ id, token } = { id: "", token: "" }] = await addSessions(fleet, [name]);
    return { id, client: Client.withSession(fleet.origin, token) };
  };
  const text = async (answer: Promise<Response>) => (await answer).text();
  const port = () => trackIds[0] ?? 0;

  test("a session is known to every process, and ends in all of them", async () => {
    const { client } = await signIn();
    const { Cookie = "" } = client.cookieHeaders();
    const statusAt = (origin: string) =>
      fetch(`${origin}/api/auth/user`, { headers: { Cookie } }).then(({ status }) => status);
    const origins = [fleet.origin, ...fleet.webs.map(({ origin }) => origin)];
    expect(await Promise.all(origins.map(statusAt))).toEqual([200, 200, 200]);
    await client.form("/api/auth/logout", {});
    expect(await Promise.all(origins.map(statusAt))).toEqual([401, 401, 401]);
  });

  test("a limit counts in all processes together", async () => {
    const wrong = () =>
      new Client(fleet.origin).form("/admin/login", { username: "admin", password: "ちがう" });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt++) statuses.push((await wrong()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test("whoever is told of news is told it by the process that they are connected to, whichever caused it", async () => {
    const { id, client: author } = await signIn();
    const streams = await Promise.all(
      fleet.webs.map(({ origin }) =>
        fetch(`${origin}/api/notifications/stream`, { headers: author.cookieHeaders() as HeadersInit }),
      ),
    );
    const counts: number[][] = streams.map(() => []);
    streams.forEach(async (stream, index) => {
      const parts = stream.body?.pipeThrough(new TextDecoderStream()) ?? [];
      for await (const part of parts)
        for (const [, count] of part.matchAll(/"count":(\d+)/g)) counts[index]?.push(Number(count));
    });
    await expect.poll(() => counts.map((told) => told.length)).toEqual([1, 1]);
    const { client: fan } = await signIn("あおい");
    expect((await fan.send("POST", `/api/users/${id}/follow`)).status).toBe(200);
    await expect.poll(() => counts.map((told) => told.at(-1))).toEqual([1, 1]);
    await Promise.all(streams.map((stream) => stream.body?.cancel().catch(() => {})));
  });

  test("members see at once what they have done, though the replica has none of it", async () => {
    const { client } = await signIn();
    await fleet.pauseReplica(true);
    const page = (path: string) => text(client.get(path));
    await client.form("/profile/edit", {
      intent: "save",
      name: "朝野 ひびき",
      customUserId: "hibiki",
      picture: "",
    });
    expect(await page("/profile")).toContain("朝野 ひびき");
    expect(await page("/hibiki")).toContain("朝野 ひびき");

    const { id } = await (await client.send("POST", "/api/playlists", { name: "帰り道" })).json();
    expect(await page("/playlists")).toContain("帰り道");
    await client.send("PUT", `/api/playlists/${id}`, { name: "遠い帰り道" });
    expect(await page("/playlists")).toContain("遠い帰り道");
    await client.send("POST", `/api/playlists/${id}/items`, { trackId: port() });
    expect(await page(`/playlists/${id}`)).toContain(harbour);
    await client.send("DELETE", `/api/playlists/${id}/items?trackId=${port()}`);
    expect(await page(`/playlists/${id}`)).not.toContain(harbour);
    await client.send("DELETE", `/api/playlists/${id}`);
    expect(await page("/playlists")).not.toContain("遠い帰り道");

    await client.form(`/track/${port()}/like`, { intent: "like" });
    expect(await page("/favorites")).toContain(harbour);
    await client.form(`/track/${port()}/like`, { intent: "unlike" });
    expect(await page("/favorites")).not.toContain(harbour);
    await client.form("/kanade", { intent: "follow" });
    expect(await page("/hibiki/following")).toContain("夜野 かなで");

    await client.form("/settings/readings", {
      intent: "save",
      id: "",
      word: "夜半",
      reading: "ヨワ",
      accent: "",
    });
    expect(await page("/settings/readings")).toContain("夜半");
    await client.form("/kanade?block", { intent: "block" });
    expect(await page("/settings")).toContain("夜野 かなで");

    // Nobody else sees what the replica does not have.
    const ofVisitor = () => text(new Client(fleet.origin).get("/hibiki"));
    expect(await ofVisitor()).not.toContain("朝野 ひびき");
    const facts = await readReplicaFacts(fleet.replicaUrl);
    expect(facts.isReplica).toBe(true);
    expect(facts.lagS).toBeGreaterThan(0);
    await fleet.pauseReplica(false);
    await expect.poll(ofVisitor).toContain("朝野 ひびき");
    await expect.poll(() => readReplicaFacts(fleet.replicaUrl)).toEqual({ isReplica: true, lagS: 0 });
    expect((await readReplicaFacts(fleet.databaseUrl)).isReplica).toBe(false);
    if (fleet.poolerUrl) await askPooler(fleet.poolerUrl);
  });

  test("while one process after the other is replaced, every request is answered", async () => {
    const clients = [await signIn(), await signIn(), await signIn()].map(({ client }) => client);
    const rolled = new AbortController();
    const statuses = new Map<string, number>();
    const goOn = async (client: Client, index: number) => {
      for (let turn = 0; !rolled.signal.aborted; turn++) {
        const intent = turn % 2 === 0 ? "like" : "unlike";
        const asked = [
          () => client.get("/"),
          () => client.form(`/track/${trackIds[index % 2]}/like`, { intent }),
          () => client.get(`/api/stream/${port()}`, { Range: "bytes=0-99" }),
          () => client.get("/api/notifications/unread-count"),
        ][turn % 4];
        const answer = await asked?.().then(
          ({ status }) => `${turn % 4} ${status}`,
          (error: Error) => `${turn % 4} ${error.message}`,
        );
        statuses.set(answer ?? "", (statuses.get(answer ?? "") ?? 0) + 1);
      }
    };
    const going = clients.map(goOn);
    const codes = [];
    for (const index of fleet.webs.keys()) codes.push(await fleet.replaceWeb(index));
    rolled.abort();
    await Promise.all(going);
    expect(codes).toEqual([0, 0]);
    expect([...statuses.keys()].toSorted()).toEqual(["0 200", "1 303", "2 206", "3 200"]);
  });

  test("a worker that is killed leaves its job to the other, which does it once", async () => {
    const { client } = await signIn();
    const taskId = await startPreview(client);
    await expect
      .poll(async () => (await (await client.get(`/api/audio-tasks/${taskId}`)).json()).startedAt)
      .not.toBeNull();
    // Whichever has it.
    await Promise.all([fleet.crashWorker(0), fleet.crashWorker(1)]);
    expect((await taskEnd(client, taskId)).status).toBe("completed");
    expect(await usedGenerations(client)).toBe(1);
  });

  test("the primary dies, the replica takes its place, and no answered write is lost", async () => {
    const { client } = await signIn();
    expect((await client.send("POST", "/api/playlists", { name: "別れの前" })).status).toBe(200);
    await fleet.failOver();
    const names = async () => {
      const answer = await client.get("/api/playlists/user");
      return answer.ok ? (await answer.json()).map(({ name }: { name: string }) => name) : answer.status;
    };
    await expect.poll(names).toEqual(["別れの前"]);
    expect((await client.send("POST", "/api/playlists", { name: "別れの後" })).status).toBe(200);
    await expect.poll(names).toHaveLength(2);
    expect(fleet.output()).not.toContain('"msg":"request failed"');
  });
});
