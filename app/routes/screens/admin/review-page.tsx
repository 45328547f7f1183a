import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { claimReviews, countReviews } from "#app/features/admin/review/claim-reviews.server.ts";
import { findUndoable } from "#app/features/admin/review/decide-review.server.ts";
import { readReviewCards } from "#app/features/admin/review/load-reviews.server.ts";
import { reviewForm } from "#app/features/admin/review/review.schema.ts";
import { parseReviewFilter, reviewHref, reviewQuery } from "#app/features/admin/review/review.ts";
import { listReviewFilters } from "#app/features/admin/review/review-filters.server.ts";
import { ReviewScreen } from "#app/features/admin/review/review-screen.tsx";
import { runReviewForm } from "#app/features/admin/review/run-review-form.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/review-page";

export const meta: Route.MetaFunction = () => adminMeta("前に見てから");

export const loader = adminPageLoader(async ({ context, admin }: AdminArguments<Route.LoaderArgs>) => {
  const now = new Date();
  const filter = parseReviewFilter(context.get(requestContext).url.searchParams);
  const session = { sessionId: admin.id, now };
  const cards = await readReviewCards(await claimReviews({ ...session, filter }), now);
  const [counts, undoable, saved] = await Promise.all([
    countReviews(session),
    findUndoable(session),
    listReviewFilters(),
  ]);
  return { filter, cards, counts, undoable, saved };
});

export const action = formAction({
  who: "admin",
  schema: reviewForm,
  async run({ context, value, viewer: admin }) {
    const current = context.get(requestContext);
    const filter = parseReviewFilter(current.url.searchParams);
    const flash = await runReviewForm(value, { actor: actorOf(admin), sessionId: admin.id, filter });
    // With scripts each card posts by itself, and several at once: a redirect of one would end the others.
    if (!current.isDocument) return null;
    return redirectWithFlash(context, reviewHref(reviewQuery(filter)), flash);
  },
});

export {
  formClientAction as clientAction,
  revalidateAfterConflict as shouldRevalidate,
} from "#app/ui/form/form-client-action.ts";

export default function Review({ loaderData }: Route.ComponentProps) {
  return <ReviewScreen {...loaderData} />;
}
