import { z } from "zod";

/** The path of the calls about one person: an id or a `customUserId`. */
export const personParams = z.object({ id: z.string() });
