import { z } from "zod";

/** The code in the path of a call. */
export const invitationParams = z.object({ code: z.string().min(1).max(100) });
