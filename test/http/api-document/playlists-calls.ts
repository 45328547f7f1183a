import { z } from "zod";
import { call, me, member, other, rows, visitor } from "./callers.ts";

export async function callPlaylists(): Promise<void> {
  const tracks = z
    .array(z.object({ id: z.number() }))
    .parse(await call(visitor(), `GET /api/users/${member.id}/tracks`));
  const [track] = tracks;
  const made = z
    .object({ id: z.number(), publicSlug: z.string() })
    .parse(await call(me, "POST /api/playlists", { name: "夜の一覧", category: "音楽" }));
  const path = `/api/playlists/${made.id}`;
  const added = z
    .object({ id: z.number() })
    .parse(await call(me, `POST ${path}/items`, { trackId: track?.id }));
  rows.parse(await call(visitor(), "GET /api/playlists"));
  rows.parse(await call(me, "GET /api/playlists/user"));
  rows.parse(await call(visitor(), `GET /api/users/${member.id}/playlists`));
  await call(visitor(), `GET ${path}`);
  rows.parse(await call(visitor(), `GET ${path}/items`));
  const slug = encodeURIComponent(made.publicSlug);
  await call(visitor(), `GET /api/playlists/public/${slug}`);
  await call(visitor(), `GET /api/playlists/public/${member.id}/${slug}`);
  await call(visitor(), `GET /api/og/kanade/playlist/${made.id}`);
  await call(me, `PUT ${path}`, { name: "夜の一覧", description: "静かな声" });
  await call(me, `PUT ${path}/reorder`, { items: [{ id: added.id, order: 1 }] });
  await call(other, `POST ${path}/follow`);
  await call(other, `GET ${path}/follow-status`);
  await call(other, `POST ${path}/unfollow`);
  await call(me, `GET /api/tracks/${track?.id}/playlists`);
  const more = z
    .object({ id: z.number() })
    .parse(await call(me, `POST /api/tracks/${track?.id}/playlists`, { name: "もう一つ" }));
  await call(me, `DELETE /api/playlists/${more.id}/items?trackId=${track?.id}`);
  await call(me, `DELETE ${path}/items/${added.id}`);
  await call(me, `DELETE ${path}`);
}
