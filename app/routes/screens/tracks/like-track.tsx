import { redirect } from "react-router";
import { z } from "zod";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { likeTrack, unlikeTrack } from "#app/features/likes/server/like-track.server.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { validate } from "#app/features/validate.ts";
import { pendingLikeCookie, readPendingLike } from "#app/http/cookies/pending-like-cookie.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { readFormFields } from "#app/http/core/read-body.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { consumeRateLimit } from "#app/http/limits/rate-limit.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/like-track";

const likeForm = z.object({ intent: z.enum(["like", "unlike"], { error: "この操作はできません" }) });

export const meta: Route.MetaFunction = () => [{ title: documentTitle("いいね") }];

/** A visitor's like without JavaScript: the login prompt leads back here, where the cookie's like is added. */
export const loader = pageLoader(async ({ request, params, context }: Route.LoaderArgs) => {
  const trackId = parseTrackId(params);
  const { url, address, setCookie } = context.get(requestContext);
  const returnPath = safeReturnPath(url.searchParams.get("redirect") ?? `/track/${trackId}`);
  const account = await getViewer(context);
  if (!account) return { returnPath: `${url.pathname}${url.search}` };
  if (readPendingLike(request, url) === trackId) {
    setCookie(pendingLikeCookie(null, url));
    if (account.state === "approved") {
      const viewer = requireMember(account);
      await consumeRateLimit(rateLimits.like, { viewer, address });
      await likeTrack({ viewer, trackId });
    }
  }
  throw redirect(returnPath);
});

/** `intent`: `like` or `unlike`. `redirect`: the page to return to. */
export const action = pageLoader(async ({ request, params, context }: Route.ActionArgs) => {
  const trackId = parseTrackId(params);
  const { url, address, setCookie } = context.get(requestContext);
  const account = await getViewer(context);
  const viewer = account && requireMember(account);
  await consumeRateLimit(viewer ? rateLimits.like : rateLimits.postForm, { viewer, address });
  const fields = await readFormFields(request);
  const returnPath = safeReturnPath(fields.redirect ?? `/track/${trackId}`);
  if (!viewer) {
    if (fields.intent === "like") setCookie(pendingLikeCookie(trackId, url));
    return redirect(`/track/${trackId}/like?${new URLSearchParams({ redirect: returnPath })}`, 303);
  }
  const { intent } = validate(likeForm, fields);
  await (intent === "like" ? likeTrack : unlikeTrack)({ viewer, trackId });
  return redirect(returnPath, 303);
});

export default function LikeTrack({ loaderData }: Route.ComponentProps) {
  return <LoginPrompt returnPath={loaderData.returnPath} heading="いいね" />;
}
