import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { isPublic } from "#app/features/access/track-visibility.server.ts";
import { write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { tracks } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { selectTracks } from "./select-tracks.server.ts";

withDatabase();

interface Raw {
  run(query: SQL): unknown;
  all(query: SQL): unknown[];
}
const raw = (handle: object): Raw => handle as Raw;

test.runIf(dialect === "sqlite")(
  "lists follow their index also where many members have many tracks",
  async () => {
    const plans = await write(async (tx) => {
      raw(tx).run(sql`analyze`);
      raw(tx).run(sql`delete from sqlite_stat1 where tbl in ('tracks', 'users')`);
      raw(tx).run(sql`insert into sqlite_stat1 values
      ('tracks', 'tracks_recommended_index', '1000000 500000 9091 2 1'),
      ('tracks', 'tracks_newest_index', '1000000 500000 1 1'), ('tracks', 'tracks_user_index', '1000000 200 1 1'),
      ('users', 'sqlite_autoindex_users_1', '5001 1')`);
      raw(tx).run(sql`analyze sqlite_schema`);
      const pages = [undefined, sql`(${tracks.uploadedAt}, ${tracks.id}) < (9, 9)`].map((after) =>
        selectTracks()
          .where(and(eq(tracks.isVisible, true), isPublic, after))
          .orderBy(desc(tracks.uploadedAt), desc(tracks.id))
          .limit(21),
      );
      return pages.map((page) => raw(tx).all(sql`explain query plan ${page.getSQL()}`));
    });
    for (const plan of plans) {
      expect(JSON.stringify(plan)).toContain("tracks_newest_index");
      expect(JSON.stringify(plan)).not.toContain("TEMP B-TREE");
    }
  },
);
