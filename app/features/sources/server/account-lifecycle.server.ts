import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { sourceKinds } from "#app/engines/sources/source.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { sources } from "#db/schema/index.ts";

/** The texts are deleted with the account. */
export const sourcesAccountLifecycle: AccountLifecycle = {
  name: "sources",
  exports: {
    sources: exportedField({
      schema: z.array(
        z.object({
          name: z.string().describe("ファイル名、またはアドレス"),
          kind: z.enum(sourceKinds),
          title: z.string(),
          permittedAt: z.date().nullable().describe("自分の文章か、使う許可があると答えた日時"),
          blocks: z.array(
            z.object({
              kind: z.enum(["heading", "paragraph", "listItem"]),
              level: z.int().optional(),
              text: z.string(),
            }),
          ),
          chosen: z.array(z.int()).describe("選んだ段落の番号（0から）"),
          createdAt: z.date(),
          expiresAt: z.date(),
        }),
      ),
      async read(userId) {
        const { name, kind, title, permittedAt, blocks, chosen, createdAt, expiresAt } = sources;
        return db
          .select({ name, kind, title, permittedAt, blocks, chosen, createdAt, expiresAt })
          .from(sources)
          .where(eq(sources.userId, userId))
          .orderBy(asc(createdAt));
      },
    }),
  },
};
