import { data } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { logTrackAccess } from "#app/features/admin/log-access.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { trackForm } from "#app/features/admin/tracks/admin-tracks.schema.ts";
import { changeTrack } from "#app/features/admin/tracks/change-track.server.ts";
import {
  findAdminTrackPage,
  findTrackLog,
  isHiddenByAuthor,
} from "#app/features/admin/tracks/find-admin-track.server.ts";
import { DeletedTrackPage, TrackPage } from "#app/features/admin/tracks/parts/admin-track-page.tsx";
import { NotFound } from "#app/features/domain-error.ts";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/track-page";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  adminMeta(loaderData?.page?.track.title ?? "音声");

export const loader = adminPageLoader(async ({ params, admin }: AdminArguments<Route.LoaderArgs>) => {
  const { data: trackId } = trackIdSchema.safeParse(params.trackId);
  if (trackId === undefined) throw new NotFound("音声が見つかりません");
  if (await isHiddenByAuthor(trackId))
    await logTrackAccess({ adminSessionId: admin.id, actor: actorOf(admin), trackId });
  const page = await findAdminTrackPage(trackId);
  if (page) return data({ page, deleted: null });
  const log = await findTrackLog(trackId);
  if (log.rows.length === 0) throw new NotFound("音声が見つかりません");
  return data({ page: null, deleted: { id: trackId, log } }, { status: 404 });
});

export const action = formAction({
  who: "admin",
  schema: trackForm,
  async run({ context, value, viewer: admin }) {
    const flash = await changeTrack(actorOf(admin), value);
    const path = value.intent === "delete" ? "/admin/tracks" : `/admin/tracks/${value.trackId}`;
    return redirectWithFlash(context, path, flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function AdminTrack({ loaderData }: Route.ComponentProps) {
  const { page, deleted } = loaderData;
  return page ? <TrackPage {...page} /> : <DeletedTrackPage {...deleted} />;
}
