import { recordTrackLook } from "#app/features/admin/record-look.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { isHiddenByPoster } from "#app/features/admin/tracks/find-admin-track.server.ts";
import { findAudioForAdmin } from "#app/features/playback/server/find-audio.server.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAdmin({
    summary: "音声ファイルを返します。非公開や公開停止中の音声も、プレミアム限定の音声の全編も聴けます。",
    otherStatuses: {
      206: "ファイルの一部です。",
      304: "ファイルは変わっていません。",
      412: "ファイルは変わっています。",
      416: "`Range`がファイルの外を指しています。",
    },
    produces: "audio/mpeg",
    params: trackParams,
    async answer({ admin, request, params: { id: trackId } }) {
      if (await isHiddenByPoster(trackId))
        await recordTrackLook({ adminSessionId: admin.id, actor: actorOf(admin), trackId });
      return respondWithFoundFile(request, () => findAudioForAdmin({ trackId }));
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
