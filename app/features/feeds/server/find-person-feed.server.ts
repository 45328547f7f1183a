import { personCoverOrder } from "#app/features/covers/cover.ts";
import { personCoverPath } from "#app/features/covers/server/cover-path.server.ts";
import { profilePath } from "#app/features/people/profile-path.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { listFirstTracksOf } from "#app/features/tracks/server/list-first-tracks-of.server.ts";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { type Feed, mostEpisodes } from "../feed.ts";
import { personFeedPath } from "../feed-path.ts";
import { latestOf } from "../latest-of.ts";
import { listEpisodes } from "./list-episodes.server.ts";

/** What a member has published as a podcast: the newest 300 public tracks. Throws `NotFound`. */
export async function findPersonFeed(options: { idOrCustomId: string }): Promise<Feed> {
  const person = await findPerson(options);
  const { tracks } = await listTracksOf({ userId: person.id, viewer: null, limit: mostEpisodes });
  const first = await listFirstTracksOf({ userId: person.id });
  return {
    path: personFeedPath(person),
    pagePath: profilePath(person),
    title: person.name,
    description: `${person.name}の投稿音声。ふたりの声で聴く、短いラジオです。`,
    authorName: person.name,
    imagePath: personCoverPath(person, personCoverOrder(person, first, "1400")),
    categories: commonest(tracks),
    type: "episodic",
    changedAt: latestOf(tracks.map(({ uploadedAt }) => uploadedAt)),
    episodes: await listEpisodes(tracks.map((track) => ({ track, number: null }))),
  };
}

/** First labels, the most frequent before the others. */
function commonest(tracks: readonly Track[]): string[] {
  const named = tracks.flatMap(({ labels: [first] }) => (first === undefined ? [] : [first]));
  const groups = [...Map.groupBy(named, (name) => name)].sort(([, a], [, b]) => b.length - a.length);
  return groups.map(([name]) => name);
}
