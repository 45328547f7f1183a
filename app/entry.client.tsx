import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { knowsPopovers } from "#app/ui/hide-popover.ts";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

if (!knowsPopovers()) {
  import("#app/ui/old-popovers.ts").then(
    ({ openPopovers }) => openPopovers(),
    () => undefined,
  );
}

/** How long after the page is alive the service worker may begin to fetch what it keeps, in ms. */
const restMs = 3000;

setTimeout(() => {
  import("#app/features/shell/at-rest.ts").then(
    ({ beginAtRest }) => beginAtRest(),
    () => undefined,
  );
  import("#app/features/offline/check-kept.ts").then(
    ({ keepChecked }) => keepChecked(),
    () => undefined,
  );
}, restMs);
