import { z } from "zod";

/** The answer of a call that has nothing to tell but that it was done. */
export const doneReply = z
  .object({ success: z.literal<boolean>(true) })
  .meta({ id: "Done", description: "操作が完了したことを示します。" });
