import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { logTrackAccess } from "#app/features/admin/log-access.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { presentAdminTrack } from "#app/features/admin/tracks/admin-track-item.ts";
import {
  adminFilesReply,
  syncAllReply,
  syncFileReply,
  syncMessage,
  trackQuery,
} from "#app/features/admin/tracks/admin-tracks.schema.ts";
import { checkAllFiles } from "#app/features/admin/tracks/change-track.server.ts";
import { isHiddenByAuthor } from "#app/features/admin/tracks/find-admin-track.server.ts";
import { listAdminTracks } from "#app/features/admin/tracks/list-admin-tracks.server.ts";
import { findEvidenceFile } from "#app/features/objections/evidence.server.ts";
import { findAudioForAdmin } from "#app/features/playback/server/find-audio.server.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { checkTrackFiles } from "#app/features/tracks/server/check-files.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { cancelUpload } from "#app/features/tracks/upload/server/end-upload.server.ts";
import { findUpload, presentUpload } from "#app/features/tracks/upload/server/list-uploads.server.ts";
import { uploadStatusReply } from "#app/features/tracks/upload/upload.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { fileStatuses, forAdmin } from "#app/http/core/endpoint.server.ts";
import { presentTrackOf, uploadCall } from "#app/http/uploads/upload-call.server.ts";

const params = z.object({ id: z.string().max(100) });

async function status(uploadId: string) {
  const upload = await findUpload(uploadId);
  return { upload: presentUpload(upload), track: await presentTrackOf(upload) };
}

export const adminFilesCalls: CallTable = {
  "/api/admin/files/location": {
    GET: forAdmin({
      summary: "すべての音声を、保存されているファイルとともに新しい順に返します。",
      description:
        "1ページに10件です。条件に合う件数は`X-Filtered-Count`ヘッダーで返します（最大10,000件、検索では2,000件まで数えます）。",
      reply: adminFilesReply,
      query: z.object(trackQuery),
      async handle({ query: { page, ...filter } }) {
        const found = await listAdminTracks({ filter, page });
        return Response.json(adminFilesReply.parse(found.tracks.map(presentAdminTrack)), {
          headers: { "X-Filtered-Count": String(found.count), "Cache-Control": "private, no-store" },
        });
      },
    }),
  },
  "/api/admin/files/sync/:id": {
    POST: forAdmin({
      summary: "音声のファイルを、大きさとSHA-256で記録と比べます。",
      description: "ファイルをコピーすることはありません。",
      reply: syncFileReply,
      params: trackParams,
      async handle({ params: { id: trackId } }) {
        const files = await checkTrackFiles({ trackId });
        const isOk = files.length > 0 && files.every(({ defect }) => defect === null);
        const location = environment().STORAGE;
        return { success: isOk, message: syncMessage(location), trackId, location, files };
      },
    }),
  },
  "/api/admin/files/sync-all": {
    POST: forAdmin({
      summary: "すべての音声のファイルを、大きさとSHA-256で記録と比べます。",
      description:
        "音声が多いときは、返事のあとも続きます（`isFinished`が`false`）。進み具合は管理画面の音声のページに出ます。",
      errorStatuses: [409],
      reply: syncAllReply,
      async handle({ admin }) {
        const { isFinished, defectCount } = await checkAllFiles({ actor: actorOf(admin) });
        const message = syncMessage(environment().STORAGE, isFinished);
        return { success: true, message, isFinished, defectCount };
      },
    }),
  },
  "/api/admin/tracks/:id/audio": {
    GET: forAdmin({
      summary: "音声ファイルを返します。非公開や公開停止中の音声も、プレミアム限定の音声の全編も聴けます。",
      otherStatuses: fileStatuses,
      produces: "audio/mpeg",
      params: trackParams,
      async handle({ admin, request, params: { id: trackId } }) {
        if (await isHiddenByAuthor(trackId))
          await logTrackAccess({ adminSessionId: admin.id, actor: actorOf(admin), trackId });
        return respondWithFoundFile(request, () => findAudioForAdmin({ trackId }));
      },
    }),
  },
  "/api/admin/objections/:id/files/:fileId": {
    GET: forAdmin({
      summary: "申し立てに添えられた証拠のファイルを返します。",
      otherStatuses: fileStatuses,
      produces: "application/octet-stream",
      params: z.object({ id: trackParams.shape.id, fileId: trackParams.shape.id }),
      handle: ({ request, params: { id, fileId } }) =>
        respondWithFoundFile(request, () => findEvidenceFile({ objectionId: id, fileId })),
    }),
  },
  "/api/admin/uploads": { POST: uploadCall },
  "/api/admin/uploads/:id": {
    GET: forAdmin({
      summary: "アップロードの進み具合と、できた音声を返します。",
      params,
      reply: uploadStatusReply,
      errorStatuses: [404],
      handle: ({ params }) => status(params.id),
    }),
    DELETE: forAdmin({
      summary: "アップロードを中止します。",
      params,
      reply: uploadStatusReply,
      errorStatuses: [404, 409],
      async handle({ admin, params }) {
        await cancelUpload({ actor: actorOf(admin), uploadId: params.id });
        return status(params.id);
      },
    }),
  },
};
