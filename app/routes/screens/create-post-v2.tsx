import { CreationScreen } from "#app/features/creation/components/creation-screen.tsx";
import { creationTitle, secondFlow } from "#app/features/creation/creation-flow.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import type { Route } from "./+types/create-post-v2";
import { creationAction, creationLoader } from "./creation-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(creationTitle, matches) }];

export const loader = creationLoader(secondFlow);

export const action = creationAction(secondFlow);

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function Screen({ loaderData, actionData }: Route.ComponentProps) {
  return <CreationScreen flow={secondFlow} {...loaderData} refused={actionData} />;
}
