import { PeopleScreen } from "#app/features/people/components/people-screen.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import type { Route } from "./+types/followers";
import { peopleLoader } from "./people-page.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: documentTitle(loaderData && `${loaderData.name}のフォロワー`) },
];

export const loader = peopleLoader("followers");

export default function Followers({ loaderData }: Route.ComponentProps) {
  return <PeopleScreen kind="followers" {...loaderData} />;
}
