import { officialViewer } from "#app/features/accounts/account.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { waitForTask } from "#app/features/tasks/watch-task.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { findUpload, presentUpload } from "#app/features/tracks/upload/server/list-uploads.server.ts";
import { uploads } from "#app/features/tracks/upload/server/upload-kind.server.ts";
import { uploadCallReply } from "#app/features/tracks/upload/upload.schema.ts";
import { type Upload, uploadMessages, uploadPagePath } from "#app/features/tracks/upload/upload.ts";
import { forAdmin } from "../core/endpoint.server.ts";
import { rateLimits } from "../limits/rate-limits.server.ts";
import { receiveAudio } from "./audio-upload.server.ts";

/** Less than proxies wait. */
const maxWaitMs = 25_000;

/** Uploads a track: below `/api`, and at the page's address for programs that accept JSON. */
export const uploadCall = forAdmin({
  summary: "音声ファイルをアップロードして、公式アカウントの音声にします。",
  description:
    "変換が25秒以内に終われば201で音声を返します。終わらないとき、または`Prefer: respond-async`を送ったときは、202で`{upload}`を返します。続きは`Location`の呼び出しで確認できます。`POST /admin/upload`（`Accept: application/json`）も同じ呼び出しです。",
  upload: {
    type: "multipart/form-data",
    fields: {
      audio: "音声ファイル（MP3、M4A、OGG、FLAC、WAV。200MB、3時間まで）",
      title: "タイトル（必須）",
      labels: "カテゴリー（読点かコンマで区切る。5つまで）",
      transcript: "文字起こし（WebVTTまたはテキスト。1MBまで）",
      hidden: "`on`なら非公開で追加します",
      premiumOnly: "`on`ならプレミアム会員限定にします",
    },
  },
  reply: uploadCallReply,
  successStatus: 201,
  otherStatuses: { 202: "変換が続いています" },
  errorStatuses: [413, 415],
  limit: rateLimits.uploadAudio,
  async handle({ request, admin, context }) {
    const uploadId = await receiveAudio({ request, admin });
    const isAsync = /\brespond-async\b/i.test(request.headers.get("Prefer") ?? "");
    const timeoutMs = isAsync ? 0 : maxWaitMs;
    await waitForTask(uploads, { taskId: uploadId, timeoutMs, signal: request.signal });
    const upload = await findUpload(uploadId);
    if (isOpen(upload)) {
      context.setHeader("Location", isAsync ? uploadPagePath(uploadId) : `/api/admin/uploads/${uploadId}`);
      return Response.json({ upload: presentUpload(upload) }, { status: 202 });
    }
    const track = await presentTrackOf(upload);
    // Damaged or unsupported.
    if (!track) throw new Invalid({ audio: [upload.error ?? uploadMessages.failed] });
    return Response.json({ track }, { status: 201 });
  },
});

export async function presentTrackOf({ trackId }: Pick<Upload, "trackId">) {
  if (trackId === null) return null;
  // The author sees hidden tracks too.
  const track = await findTrack({ viewer: officialViewer, trackId }).catch(() => null);
  return track && presentTrack(track, officialViewer);
}
