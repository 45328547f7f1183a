import { z } from "zod";
import { findPictureFile } from "#app/features/pictures/server/picture-files.server.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "アップロードされたプロフィール画像を返します。",
    produces: "image/webp",
    params: z.object({ userId: z.string(), file: z.string() }),
    handle: async ({ request, params }) => respondWithFoundFile(request, () => findPictureFile(params)),
  }),
});
export const loader = route.loader;
export const action = route.action;
