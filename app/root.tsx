import { type ReactNode, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from "react-router";
import { LoginPromptProvider } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { presentUser } from "#app/features/accounts/present-user.ts";
import { configuredAnalytics } from "#app/features/analytics/configured-analytics.server.ts";
import { ConsentProvider } from "#app/features/consent/hooks/use-consent.tsx";
import { countUnread } from "#app/features/notifications/server/count-unread.server.ts";
import { SheetsProvider } from "#app/features/playback/components/sheets-provider.tsx";
import { PlayerProvider } from "#app/features/playback/hooks/use-player.tsx";
import { entitlementsOf } from "#app/features/premium/entitlements.ts";
import { findPremiumStatus } from "#app/features/premium/server/find-premium-status.server.ts";
import { ErrorPage, errorTitle } from "#app/features/shell/components/error-page.tsx";
import { Shell } from "#app/features/shell/components/shell.tsx";
import { ThemeContext, useTheme } from "#app/features/shell/components/theme-toggle.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { flashText } from "#app/features/shell/flash.ts";
import { type RootData, useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { keepPage, noteShownPage } from "#app/features/shell/keep-page.ts";
import { offlinePath } from "#app/features/shell/offline-path.ts";
import { accessGate } from "#app/http/access-gate.server.ts";
import { readConsent } from "#app/http/consent-cookie.ts";
import { installedAppCookie, readInstalledApp } from "#app/http/installed-app.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readTheme } from "#app/http/theme.ts";
import { ToastProvider } from "#app/ui/toasts.tsx";
import type { Route } from "./+types/root";
import stylesheet from "./app.css?url";

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: Route.MetaFunction = ({ error }) => [
  { title: documentTitle(error === undefined ? undefined : errorTitle(error)) },
];

export const loader = screen(async ({ request, context }: Route.LoaderArgs): Promise<RootData> => {
  const { url, requestId, refused, takeFlash, setCookie } = context.get(requestContext);
  const installedCookie = installedAppCookie(url);
  if (installedCookie) setCookie(installedCookie);
  const isForNobody = url.pathname === offlinePath;
  const viewer = isForNobody ? null : await getViewer(context);
  const premium = viewer?.isPremium ? await findPremiumStatus({ userId: viewer.id }) : null;
  return {
    theme: readTheme(request, url),
    isForNobody,
    isInstalledApp: readInstalledApp(request, url),
    user: viewer && presentUser(viewer),
    isMember: viewer?.state === "approved",
    unread: viewer?.state === "approved" ? await countUnread({ userId: viewer.id }) : 0,
    premiumDaysRemaining: premium?.daysRemaining ?? null,
    entitlements: entitlementsOf(viewer),
    speedTrialEndsAt: viewer?.speedTrialEndsAt?.toISOString() ?? null,
    consent: readConsent(request, url).consent,
    analytics: configuredAnalytics(url.hostname),
    origin: url.origin,
    requestId,
    flash: isForNobody ? null : flashText(takeFlash()),
    refused,
    year: new Date().getFullYear(),
  };
});

export const middleware = [accessGate];

export const clientMiddleware = [keepPage];

/** Around every page and every error page, so that sound and menu outlive both. */
export function Layout({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const isPremium = useRootData()?.user?.isPremium ?? false;
  return (
    <html lang="ja" data-theme={theme.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={themeColor(theme.theme, isPremium)} />
        <meta name="apple-mobile-web-app-title" content="Mugen" />
        <Links nonce="" />
        <Meta />
      </head>
      <body>
        <ThemeContext value={theme}>
          <PlayerProvider>
            <ToastProvider>
              <ConsentProvider>
                <LoginPromptProvider>
                  <SheetsProvider>
                    <Shell>{children}</Shell>
                  </SheetsProvider>
                </LoginPromptProvider>
              </ConsentProvider>
            </ToastProvider>
          </PlayerProvider>
        </ThemeContext>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** The colour of the browser's chrome: gold for premium (spec 1 §4), else white, or night in the dark. */
function themeColor(theme: "light" | "dark", isPremium: boolean): string {
  if (isPremium) return "#e3b95b";
  return theme === "dark" ? "#14131a" : "#ffffff";
}

export default function App() {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  useEffect(() => {
    const data = new Map(matches.map(({ id, loaderData }) => [id, loaderData]));
    noteShownPage({ pathname, search, data });
  }, [pathname, search, matches]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
