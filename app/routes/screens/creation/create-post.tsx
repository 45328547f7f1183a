import { creationTitle, flowV1 } from "#app/features/creation/creation.ts";
import { CreationScreen } from "#app/features/creation/screen/creation-screen.tsx";
import { shouldRevalidateScript } from "#app/features/creation/script/document/use-script-form.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { isFormResult } from "#app/ui/form/form-result.ts";
import type { Route } from "./+types/create-post";
import { creationAction, creationLoader } from "./creation-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(creationTitle, matches) }];

export const loader = creationLoader(flowV1);

export const action = creationAction(flowV1);

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export const shouldRevalidate = shouldRevalidateScript;

export default function Screen({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CreationScreen
      flow={flowV1}
      {...loaderData}
      formResult={isFormResult(actionData) ? actionData : undefined}
    />
  );
}
