import { syncFileReply, syncMessage } from "#app/features/admin/tracks/admin-tracks.schema.ts";
import { checkTrackFiles } from "#app/features/tracks/files/check-files.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forAdmin({
    summary: "音声のファイルを、大きさとSHA-256で記録と比べます。",
    description: "このサーバーにはS3の設定がないため、ファイルをコピーすることはありません。",
    reply: syncFileReply,
    params: trackParams,
    async answer({ params: { id: trackId } }) {
      const files = await checkTrackFiles({ trackId });
      const isOk = files.length > 0 && files.every(({ defect }) => defect === null);
      return { success: isOk, message: syncMessage, trackId, location: "local" as const, files };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
