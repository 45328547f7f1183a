// @module-tag release: starts servers with several installations
import { afterEach, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { addMember } from "../database.ts";
import { addPlaylist } from "../playlists.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addSoundingTracks } from "../sounding-tracks.ts";
import { validFeed } from "../valid-feed.ts";

const dataDir = () => environment().DATA_DIR;

let feeds: string[];
beforeAll(async () => {
  await openDatabase({ url: environment().DATABASE_URL, dataDir: dataDir() });
  const { id: userId } = await addMember({ name: "夜野 かなで" });
  const trackIds = await addSoundingTracks({ dataDir: dataDir(), userId, titles: ["一", "二"], seconds: 2 });
  const playlist = await addPlaylist({ userId, trackIds });
  await closeDatabase();
  feeds = [`/playlists/${playlist}/feed.xml`, `/users/${userId}/feed.xml`];
});

let server: RunningServer | undefined;
afterEach(() => server?.kill());

/** The feeds of this installation, started with other settings. */
async function feedsWith(env: Record<string, string>) {
  await server?.stop();
  const google: Record<string, string> = env.PUBLIC_ORIGIN?.startsWith("https:")
    ? { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" }
    : {};
  server = await startServer({ dataDir: dataDir(), env: { ...google, ...env }, workers: 0 });
  const { origin } = server;
  return Promise.all(feeds.map(async (path) => validFeed(await (await fetch(origin + path)).text())));
}

const identities = (channels: Awaited<ReturnType<typeof feedsWith>>) =>
  channels.map((channel) => ({
    podcast: channel["podcast:guid"],
    items: channel.item.map(({ guid }) => guid["#text"]),
  }));

test("a podcast and its episodes stay the same ones when the site moves to another address", async () => {
  // A trial on this machine names nothing for good: everybody's would have the same names.
  const tried = identities(await feedsWith({ PUBLIC_ORIGIN: "http://localhost:4000" }));
  const first = await feedsWith({ PUBLIC_ORIGIN: "https://first.example" });
  expect(identities(first)).not.toEqual(tried);
  // As derived from the address, as ever.
  for (const channel of first)
    for (const { guid } of channel.item)
      expect(guid["#text"]).toMatch(/^https:\/\/first\.example\/track\/\d+$/);
  const moved = await feedsWith({ PUBLIC_ORIGIN: "https://second.example" });
  expect(moved.map(({ link }) => new URL(link).origin)).toEqual(feeds.map(() => "https://second.example"));
  expect(identities(moved)).toEqual(identities(first));
  expect(identities(await feedsWith({ PUBLIC_ORIGIN: "http://localhost:4000" }))).toEqual(identities(first));
  expect(identities(await feedsWith({}))).toEqual(identities(first));
});

test("feeds name the operator's address, and where they may be moved from, only where it is set", async () => {
  const email = "podcast@mugen.example";
  for (const channel of await feedsWith({ PODCAST_OWNER_EMAIL: email })) {
    expect(channel["itunes:owner"]).toEqual({ "itunes:name": "Mugen", "itunes:email": email });
    expect(channel["podcast:locked"]).toEqual({ "#text": "yes", "@owner": email });
  }
  for (const channel of await feedsWith({})) {
    expect(channel["itunes:owner"]).toEqual({ "itunes:name": "Mugen" });
    expect(channel["podcast:locked"]).toBe("yes");
  }
});
