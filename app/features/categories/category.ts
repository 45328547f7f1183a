import type { z } from "zod";
import type { categoryReply } from "./categories.schema.ts";

/** A category as the calls show it (spec 2 §3). */
export type Category = z.infer<typeof categoryReply>;
