import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { aiSpeechLabel, presentTrackWithScript } from "#app/features/tracks/track.ts";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { embedClipPage, embedPage, embedPlaylistPage } from "./embed-page.tsx";
import { findEmbeddedPlaylist } from "./find-embedded-playlist.server.ts";

withDatabase();

const page = { origin: "https://mugen.example", nonce: "n" };

test("the credit of voices, and that AI made the sound, stands in embedded playlists, each name once, in embedded clips, and in the API", async () => {
  const { id: userId } = await addMember();
  const trackIds = [await addTrack({ userId }), await addTrack({ userId })];
  const speechCredit = "VOICEVOX:四国めたん、VOICEVOX:ずんだもん";
  await write((tx) => tx.update(tracks).set({ speechCredit }).where(inArray(tracks.id, trackIds)));
  const playlistId = await addPlaylist({ userId, trackIds });
  const playlist = embedPlaylistPage({ playlist: await findEmbeddedPlaylist({ playlistId }), ...page });
  expect(playlist.split("ずんだもん")).toHaveLength(2);
  expect(playlist).toContain(`${aiSpeechLabel} ・ ${speechCredit}`);
  const track = await findTrack({ viewer: null, trackId: trackIds[0] ?? 0 });
  const clip = {
    id: "c",
    trackId: track.id,
    coverId: track.id,
    title: track.title,
    authorName: track.posterName,
    trackPath: "/track/1",
    labels: [],
    sentences: [],
    startMs: 0,
    endMs: 1000,
  };
  expect(embedClipPage({ clip, track, ...page })).toContain(speechCredit);
  for (const embedded of [embedClipPage({ clip, track, ...page }), embedPage({ track, ...page })])
    expect(embedded).toContain(aiSpeechLabel);
  const recording = { ...track, isRecording: true };
  expect(embedPage({ track: recording, ...page })).not.toContain(aiSpeechLabel);
  expect(presentTrackWithScript(track, null)).toMatchObject({ speechCredit });
});
