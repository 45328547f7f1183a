import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { listPronunciations } from "./list-pronunciations.server.ts";

/** The member's dictionary. It goes with the account by its foreign key. */
export const pronunciationsAccountLifecycle: AccountLifecycle = {
  name: "readings",
  exports: {
    readings: exportedField({
      schema: z.array(z.object({ word: z.string(), reading: z.string(), accent: z.int().nullable() })),
      read: async (userId) =>
        (await listPronunciations(userId)).map(({ word, reading, accent }) => ({ word, reading, accent })),
    }),
  },
};
