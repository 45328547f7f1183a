import { coverSeedOf } from "./cover.ts";
import { coverLook } from "./cover-design.ts";
import { coverPaletteOf } from "./cover-palettes.ts";

export interface Neighbour {
  coverId: number;
  labels: readonly string[];
}

/** Of a dozen candidates one all but surely differs from two neighbours in ground and kind. */
const maxAttempts = 12;

/**
 * A task id from `createId` whose cover differs from those that it will stand beside in lists, at best in ground and kind from
 * all of them. A cover is drawn by its task's id, so ids by chance put two alike beside each other. The first neighbour counts
 * most: its ground is avoided before another's.
 */
export function createDistinctCoverId(o: {
  createId: () => string;
  labels: readonly string[];
  neighbours: readonly Neighbour[];
}): string {
  const { createId, labels, neighbours } = o;
  const palette = coverPaletteOf(labels);
  const looks = neighbours.map(({ coverId, labels }) => coverLook(coverId, coverPaletteOf(labels)));
  let best = { id: createId(), score: -1 };
  for (let attempt = 0, id = best.id; attempt < maxAttempts; attempt++, id = createId()) {
    const { kind, ground } = coverLook(coverSeedOf(id), palette);
    const scores = looks.map((look, at) => {
      const weight = at === 0 ? 2 : 1;
      return weight * (Number(look.ground !== ground) + Number(look.kind !== kind));
    });
    const score = scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one, 1);
    if (score > best.score) best = { id, score };
  }
  return best.id;
}
