import type { z } from "zod";
import type { categoryReply } from "./categories.schema.ts";

/** A category as the API returns it. */
export type CategoryReply = z.infer<typeof categoryReply>;
