import { z } from "zod";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { cancelUpload } from "#app/features/tracks/upload/server/end-upload.server.ts";
import { findUpload, presentUpload } from "#app/features/tracks/upload/server/list-uploads.server.ts";
import { uploadStatusReply } from "#app/features/tracks/upload/upload.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAdmin } from "#app/http/core/endpoint.server.ts";
import { presentTrackOf, uploadCall } from "#app/http/uploads/upload-call.server.ts";

const params = z.object({ id: z.string().max(100) });

async function status(uploadId: string) {
  const upload = await findUpload(uploadId);
  return { upload: presentUpload(upload), track: await presentTrackOf(upload) };
}

/** Uploads of audio files by the console. */
export const adminUploadsCalls: CallTable = {
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
