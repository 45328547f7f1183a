import { creationTitle, firstFlow } from "#app/features/creation/creation-flow.ts";
import { CreationScreen } from "#app/features/creation/creation-screen.tsx";
import { submitStep } from "#app/features/creation/submit-step.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import type { Route } from "./+types/create-post";
import { creationAction, creationLoader } from "./creation-page.server.ts";

export const meta: Route.MetaFunction = () => [{ title: documentTitle(creationTitle) }];

export const loader = creationLoader(firstFlow);

export const action = creationAction(firstFlow);

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) => submitStep(serverAction, request);

export default function Screen({ loaderData, actionData }: Route.ComponentProps) {
  return <CreationScreen flow={firstFlow} {...loaderData} refused={actionData} />;
}
