import { z } from "zod";
import { discardPreview } from "#app/features/creation/preview/discard-preview.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  DELETE: forMembers({
    summary: "公開していないプレビューを削除します。",
    reply: doneReply,
    params: z.object({ filename: z.string().max(100) }),
    async answer({ viewer, params }) {
      await discardPreview({ viewer, previewFilename: params.filename });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
