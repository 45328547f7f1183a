import { profilePath } from "#app/features/accounts/account.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { PeopleScreen } from "#app/features/people/components/people-screen.tsx";
import { type FollowListKind, toFollowListItem } from "#app/features/people/person.ts";
import { findPersonOfPage } from "#app/features/people/server/find-person.server.ts";
import { listFollowers, listFollowing } from "#app/features/people/server/list-follows.server.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import type { Route } from "./+types/people-page";

const pageSize = 50;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: documentTitle(
      loaderData && `${loaderData.name}${loaderData.kind === "followers" ? "のフォロワー" : "がフォロー中"}`,
    ),
  },
];

/** For members only. Serves both addresses, `/:userId/followers` and `/:userId/following`. */
export const loader = pageLoader(async ({ params, context, pattern }: Route.LoaderArgs) => {
  const viewer = requireMember(await getViewer(context));
  const person = await findPersonOfPage({ segment: params.userId });
  const requested = context.get(requestContext).url.searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(requested) ? requested : undefined;
  const kind: FollowListKind = pattern.endsWith("/followers") ? "followers" : "following";
  const list = kind === "followers" ? listFollowers : listFollowing;
  const { records, next } = await list({ viewer, userId: person.id, limit: pageSize, cursor });
  const now = new Date();
  return {
    kind,
    id: person.id,
    name: person.name,
    path: profilePath(person),
    people: records.map((record) => toFollowListItem(record.person, record.createdAt, now)),
    next,
    isFirst: cursor === undefined,
  };
});

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  return <PeopleScreen {...loaderData} />;
}
