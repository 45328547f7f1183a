import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { handleRouteModuleFailure } from "#app/features/shell/route-module-failure.ts";
import { supportsPopover } from "#app/ui/dialog/hide-popover.ts";
import { installSheetEntries } from "#app/ui/dialog/sheet-entries.ts";

window.handleRouteModuleFailure = handleRouteModuleFailure;

installSheetEntries();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

if (!supportsPopover()) {
  import("#app/ui/dialog/popover-polyfill.ts").then(
    ({ installPopoverPolyfill }) => installPopoverPolyfill(),
    () => undefined,
  );
}

/** How long after hydration low-priority work begins, such as the precache of the service worker, in ms. */
const idleDelayMs = 3000;

setTimeout(() => {
  import("#app/features/shell/on-idle.ts").then(
    ({ onIdle }) => onIdle(),
    () => undefined,
  );
}, idleDelayMs);
