import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { decideReview, undoReview } from "./decide-review.server.ts";
import type { ReviewForm } from "./review.schema.ts";
import type { ReviewFilter } from "./review.ts";
import { removeReviewFilter, saveReviewFilter } from "./review-filters.server.ts";

/** Null where the page shows the result. Skips those of several that somebody else has changed, and says so. */
export async function runReviewForm(
  form: ReviewForm,
  o: { actor: Actor; sessionId: string; filter: ReviewFilter },
): Promise<FlashKey | null> {
  const { actor, sessionId, filter } = o;
  switch (form.intent) {
    case "approve-shown":
      return forEach(form.ids, (card) => decideReview({ ...card, decision: "approve", actor, sessionId }));
    case "undo":
      return forEach(form.ids, (id) => undoReview({ id, actor, sessionId }));
    case "save-filter":
      await saveReviewFilter({ actor, name: form.name, filter });
      return "review-filter-saved";
    case "remove-filter":
      await removeReviewFilter({ actor, id: form.filterId });
      return "review-filter-removed";
    case "take-down":
      await decideReview({
        ...form,
        decision: "take-down",
        reason: form.silent === undefined ? form.reason : null,
        actor,
        sessionId,
      });
      return null;
    default:
      await decideReview({ ...form, decision: form.intent, actor, sessionId });
      return null;
  }
}

/** Each in a transaction of its own. A single item throws what prevents it. */
async function forEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<FlashKey | null> {
  let changed = 0;
  for (const item of items) {
    try {
      await act(item);
      changed++;
    } catch (error) {
      if (items.length === 1 || !(error instanceof Conflict || error instanceof NotFound)) throw error;
    }
  }
  return changed === items.length ? null : "inquiries-partly-handled";
}
