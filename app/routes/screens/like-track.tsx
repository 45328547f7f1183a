import { redirect } from "react-router";
import { z } from "zod";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { likeTrack } from "#app/features/likes/server/like-track.server.ts";
import { unlikeTrack } from "#app/features/likes/server/unlike-track.server.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import type { Route } from "./+types/like-track";

const likeForm = z.object({ intent: z.enum(["like", "unlike"], { error: "この操作はできません" }) });

export const meta: Route.MetaFunction = () => [{ title: documentTitle("いいね") }];

/** Where a visitor without JavaScript gets to who pressed a heart; members go on to where they came from. */
export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const { id } = namedTrack(params);
  const asked = context.get(requestContext).url.searchParams.get("redirect");
  const returnPath = safeReturnPath(asked ?? `/track/${id}`);
  if (await getViewer(context)) throw redirect(returnPath);
  return { returnPath };
});

/** The heart's form: `intent` is `like` or `unlike`, `redirect` the page that it stands on. */
export const action = screen(async ({ request, params, context }: Route.ActionArgs) => {
  const { id: trackId } = namedTrack(params);
  const fields = await readFields(request);
  const returnPath = safeReturnPath(fields.redirect ?? `/track/${trackId}`);
  const visitorOrViewer = await getViewer(context);
  if (!visitorOrViewer) {
    return redirect(`/track/${trackId}/like?${new URLSearchParams({ redirect: returnPath })}`, 303);
  }
  const viewer = requireMember(visitorOrViewer);
  countAgainst(rateLimits.like, { viewer, address: context.get(requestContext).address });
  const { intent } = checked(likeForm, fields);
  await (intent === "like" ? likeTrack : unlikeTrack)({ viewer, trackId });
  return redirect(returnPath, 303);
});

export default function LikeTrack({ loaderData }: Route.ComponentProps) {
  return <LoginPrompt returnPath={loaderData.returnPath} heading="いいね" />;
}

function namedTrack(params: unknown): { id: number } {
  const { success, data } = trackParams.safeParse(params);
  if (!success) throw new NotFound("音声が見つかりません");
  return data;
}
