import type { RouterContextProvider } from "react-router";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { listedPerson } from "#app/features/people/listed-person.ts";
import type { PeopleKind } from "#app/features/people/people-words.ts";
import { profilePath } from "#app/features/people/profile-path.ts";
import { findPersonOfPage } from "#app/features/people/server/find-person.server.ts";
import { listFollowers, listFollowing } from "#app/features/people/server/list-follows.server.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";

const pageSize = 50;

interface PeopleArguments {
  params: { userId: string };
  context: Readonly<RouterContextProvider>;
}

/** The loader of a followers or following screen; for members only (decisions, "Who reaches what"). */
export const peopleLoader = (kind: PeopleKind) =>
  screen(async ({ params, context }: PeopleArguments) => {
    requireMember(await getViewer(context));
    const person = await findPersonOfPage({ segment: params.userId });
    const asked = context.get(requestContext).url.searchParams.get("cursor") ?? "";
    const cursor = readCursor(asked) ? asked : undefined;
    const list = kind === "followers" ? listFollowers : listFollowing;
    const { records, next } = await list({ userId: person.id, limit: pageSize, cursor });
    const now = new Date();
    return {
      id: person.id,
      name: person.name,
      path: profilePath(person),
      people: records.map((record) => listedPerson(record.person, record.createdAt, now)),
      next,
      isFirst: cursor === undefined,
    };
  });
