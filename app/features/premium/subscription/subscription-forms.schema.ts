import { z } from "zod";

/** The forms of `/cancel`. `withdraw` takes back a pause that has not begun, `reactivate` a cancellation. */
export const cancelFormSchema = z.object({
  intent: z.enum(["pause", "withdraw", "resume", "cancel", "reactivate", "portal"], "この操作はできません"),
});
