import { LRUCache } from "lru-cache";
import { databaseVersionNow } from "./client.ts";

/**
 * Remembers what `find` found for up to `max` keys until the database changes: hidden and deleted things go with their commit.
 * On Postgres, which can't tell at once, always asks. `lasts` refuses to remember; errors are never remembered.
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
