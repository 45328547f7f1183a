import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { GenerationProcessPanel } from "#app/features/admin/generation/process-panel.tsx";
import { toTaskView } from "#app/features/admin/generation/task-view.ts";
import { LiveRefresh } from "#app/features/admin/parts/live-refresh.tsx";
import { pageOf } from "#app/features/admin/parts/pager.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { ThemesScreen } from "#app/features/admin/themes/themes-screen.tsx";
import type { FlashKey } from "#app/features/site/flash.ts";
import { extractThemes } from "#app/features/themes/server/extract-themes.server.ts";
import {
  countThemeLibrary,
  countThemes,
  listThemeLibrary,
} from "#app/features/themes/server/list-themes.server.ts";
import { setThemeStatus } from "#app/features/themes/server/set-theme-status.server.ts";
import { listActiveThemeTasks } from "#app/features/themes/tasks/server/list-generation-tasks.server.ts";
import { startThemeTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { themesFormSchema } from "#app/features/themes/themes.schema.ts";
import { themesPath, themesPerPage } from "#app/features/themes/themes.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { consumeRateLimit } from "#app/http/limits/rate-limit.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/themes-page";

export const meta: Route.MetaFunction = () => adminMeta("テーマ");

export const loader = adminPageLoader(async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const asked = pageOf(context.get(requestContext).url.searchParams);
  const [total, counts, tasks] = await Promise.all([
    countThemeLibrary(),
    countThemes(),
    listActiveThemeTasks(),
  ]);
  const page = Math.min(asked, Math.max(1, Math.ceil(total / themesPerPage)));
  const active = tasks.map(toTaskView);
  return { themes: await listThemeLibrary(page), total, page, counts, active };
});

export const action = formAction({
  who: "admin",
  schema: themesFormSchema,
  size: { bytes: longTextBytes },
  async run({ request, context, value, viewer: admin }) {
    const actor = actorOf(admin);
    const { url, address, isDocument } = context.get(requestContext);
    if (value.intent === "extract") {
      await consumeRateLimit(rateLimits.extractThemes, { viewer: null, address });
      const text = value.text || null;
      await extractThemes({ actor, url: value.url, text, signal: request.signal, dropsRepeat: isDocument });
      return redirectWithFlash(context, themesPath, "themes-extracted");
    }
    const id = value.theme;
    const back = (flash: FlashKey) => redirectWithFlash(context, themesPath + url.search, flash);
    if (value.intent === "generate") {
      const { speakingRate } = value;
      await startThemeTask({ actor, themeId: id, speakingRate, dropsRepeat: isDocument });
      return back("generation-started");
    }
    if (value.intent === "approve") {
      await setThemeStatus({ actor, id, status: "approved", seen: "pending" });
      return back("theme-approved");
    }
    await setThemeStatus({ actor, id, status: "rejected", seen: value.seen });
    return back("theme-rejected");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Themes({ loaderData }: Route.ComponentProps) {
  const { active, ...rest } = loaderData;
  return (
    <ThemesScreen {...rest}>
      {active.length > 0 && <LiveRefresh seconds={3} />}
      <GenerationProcessPanel tasks={active} />
    </ThemesScreen>
  );
}
