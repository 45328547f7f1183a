import { playlists, users } from "#db/schema/index.ts";

/** What a query selects of a playlist and its owner, who is joined. */
export const ownedColumns = {
  playlist: playlists,
  owner: { id: users.id, name: users.name, picture: users.picture, customUserId: users.customUserId },
};
