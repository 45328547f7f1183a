import { z } from "zod";
import { personParams } from "#app/features/people/people.schema.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { playlistReply } from "#app/features/playlists/playlists.schema.ts";
import { presentPlaylist } from "#app/features/playlists/present-playlist.ts";
import { listPlaylistsOf } from "#app/features/playlists/server/list-playlists-of.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/page.ts";

/** The public ones, whoever asks: a member's own are `GET /api/playlists/user`. */
const route = endpoint({
  GET: forAnyone({
    summary: "会員の公開プレイリストを新しい順に返します。",
    reply: z.array(playlistReply),
    params: personParams,
    query: z.object(pageQuery),
    async answer({ params, query, url }) {
      const person = await findPerson({ idOrCustomId: params.id });
      const { playlists, next } = await listPlaylistsOf({ userId: person.id, viewer: null, ...query });
      return pageResponse(url, { items: playlists.map(presentPlaylist), next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
