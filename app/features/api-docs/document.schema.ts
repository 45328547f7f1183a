import { z } from "zod";

/** The document's own shape, as far as it describes it; OpenAPI defines the rest. */
export const documentReply = z
  .looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.looseObject({}),
  })
  .meta({ id: "ApiDocument", description: "OpenAPI 3.1の文書です。" });
