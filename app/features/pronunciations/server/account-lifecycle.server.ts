import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { listPronunciations } from "./list-pronunciations.server.ts";

/** Its foreign key deletes the dictionary with the account. */
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
