import { z } from "zod";

/** As far as the document describes itself: what else is in it, OpenAPI says. */
export const documentReply = z
  .looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.looseObject({}),
  })
  .meta({ id: "ApiDocument", description: "OpenAPI 3.1の文書です。" });
