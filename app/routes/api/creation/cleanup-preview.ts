import { z } from "zod";
import { discardPreview } from "#app/features/creation/discard-preview.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  DELETE: forMembers({
    params: z.object({ filename: z.string().max(100) }),
    async answer({ viewer, params }) {
      await discardPreview({ viewer, previewFilename: params.filename });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
