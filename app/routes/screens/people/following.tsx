import { PeopleScreen } from "#app/features/people/components/people-screen.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import type { Route } from "./+types/following";
import { peopleLoader } from "./people-page.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: documentTitle(loaderData && `${loaderData.name}がフォロー中`) },
];

export const loader = peopleLoader("following");

export default function Following({ loaderData }: Route.ComponentProps) {
  return <PeopleScreen kind="following" {...loaderData} />;
}
