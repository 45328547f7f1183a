import { z } from "zod";

/** The forms of `/cancel`. `withdraw` takes back a pause that has not begun, `keep` a cancellation. */
export const cancelFormSchema = z.object({
  intent: z.enum(["pause", "withdraw", "resume", "cancel", "keep", "portal"], "この操作はできません"),
});
