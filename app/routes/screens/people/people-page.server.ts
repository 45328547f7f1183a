import type { RouterContextProvider } from "react-router";
import { profilePath } from "#app/features/accounts/account.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { type FollowListKind, toFollowListItem } from "#app/features/people/person.ts";
import { findPersonOfPage } from "#app/features/people/server/find-person.server.ts";
import { listFollowers, listFollowing } from "#app/features/people/server/list-follows.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor } from "#app/lib/cursor.ts";

const pageSize = 50;

interface PeopleArguments {
  params: { userId: string };
  context: Readonly<RouterContextProvider>;
}

/** For members only. */
export const peopleLoader = (kind: FollowListKind) =>
  pageLoader(async ({ params, context }: PeopleArguments) => {
    const viewer = requireMember(await getViewer(context));
    const person = await findPersonOfPage({ segment: params.userId });
    const requested = context.get(requestContext).url.searchParams.get("cursor") ?? "";
    const cursor = decodeCursor(requested) ? requested : undefined;
    const list = kind === "followers" ? listFollowers : listFollowing;
    const { records, next } = await list({ viewer, userId: person.id, limit: pageSize, cursor });
    const now = new Date();
    return {
      id: person.id,
      name: person.name,
      path: profilePath(person),
      people: records.map((record) => toFollowListItem(record.person, record.createdAt, now)),
      next,
      isFirst: cursor === undefined,
    };
  });
