import { creationTitle, secondFlow } from "#app/features/creation/creation-flow.ts";
import { CreationScreen } from "#app/features/creation/creation-screen.tsx";
import { submitStep } from "#app/features/creation/submit-step.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import type { Route } from "./+types/create-post-v2";
import { creationAction, creationLoader } from "./creation-page.server.ts";

export const meta: Route.MetaFunction = () => [{ title: documentTitle(creationTitle) }];

export const loader = creationLoader(secondFlow);

export const action = creationAction(secondFlow);

/**
 * Named by both parts below, so that the bundler keeps them in one file: a client action in a file of its own would
 * be fetched when the form is sent, and that is when the network may be gone.
 */
const parts = { flow: secondFlow, submit: submitStep };

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) =>
  parts.submit(serverAction, request);

export default function Screen({ loaderData, actionData }: Route.ComponentProps) {
  return <CreationScreen flow={parts.flow} {...loaderData} refused={actionData} />;
}
