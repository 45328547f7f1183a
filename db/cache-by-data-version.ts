import { LRUCache } from "lru-cache";
import { databaseVersionNow } from "./client.ts";

/**
 * What `find` found of up to `max` keys, returned again without waiting as long as the database has not changed since: what was
 * hidden or deleted is gone with its commit. Where the database can't tell at once (Postgres), `find` is asked each time.
 * What `lasts` refuses is not remembered, nor is an error.
 */
export function cacheByDataVersion<Found>(
  max: number,
  lasts: (found: Found) => boolean = () => true,
): (key: string, find: () => Promise<Found>) => Found | Promise<Found> {
  const memory = new LRUCache<string, { version: string; found: Found }>({ max });
  return (key, find) => {
    const version = databaseVersionNow();
    if (version === null) return find();
    const known = memory.get(key);
    if (known?.version === version) return known.found;
    return find().then((found) => {
      if (lasts(found)) memory.set(key, { version, found });
      return found;
    });
  };
}
