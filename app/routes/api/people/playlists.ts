import { z } from "zod";
import { personParams } from "#app/features/people/people.schema.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { playlistReply } from "#app/features/playlists/playlists.schema.ts";
import { presentPlaylist } from "#app/features/playlists/present-playlist.ts";
import { listPlaylistsByUser } from "#app/features/playlists/server/list-playlists.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

/** Public playlists only, for the member too; `GET /api/playlists/user` has all of the viewer's own. */
const route = endpoint({
  GET: forAnyone({
    summary: "会員の公開プレイリストを新しい順に返します。",
    reply: z.array(playlistReply),
    params: personParams,
    query: z.object(pageQuery),
    async answer({ params, query, url }) {
      const person = await findPerson({ idOrCustomId: params.id });
      const { playlists, next } = await listPlaylistsByUser({ userId: person.id, viewer: null, ...query });
      return pageResponse(url, { items: playlists.map(presentPlaylist), next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
