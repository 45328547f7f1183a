import { z } from "zod";

/** On the member's page. */
export const blockFormSchema = z.object({
  intent: z.enum(["block", "unblock"], "操作を読み取れませんでした"),
});
