import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { syncAllReply, syncMessage } from "#app/features/admin/tracks/admin-tracks.schema.ts";
import { checkAllFiles } from "#app/features/admin/tracks/check-all-files.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forAdmin({
    summary: "すべての音声のファイルを、大きさとSHA-256で記録と比べます。",
    description:
      "音声が多いときは、返事のあとも続きます（`isFinished`が`false`）。進み具合は管理画面の音声のページに出ます。",
    errorStatuses: [409],
    reply: syncAllReply,
    async answer({ admin }) {
      const { isFinished, defectCount } = await checkAllFiles({ actor: actorOf(admin) });
      const message = isFinished ? syncMessage : "S3は設定されていません。ファイルの確認を続けています。";
      return { success: true, message, isFinished, defectCount };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
