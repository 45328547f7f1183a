import { type ReactNode, useEffect } from "react";
import { Meta, Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";
import { environment, isLocalSignInAllowed } from "#app/config/environment.ts";
import { presentUser } from "#app/features/accounts/viewer.ts";
import { announcementHtml } from "#app/features/announcements/server/announcement-html.server.ts";
import { currentMaintenance } from "#app/features/announcements/server/site-state.server.ts";
import { configuredAnalytics } from "#app/features/consent/server/analytics.server.ts";
import { countUnread } from "#app/features/notifications/unread/count-unread.server.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import { premiumStatusOf } from "#app/features/premium/server/find-premium-status.server.ts";
import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { ColorSchemeContext, useColorScheme } from "#app/features/shell/components/color-scheme-toggle.tsx";
import { Providers } from "#app/features/shell/components/context-providers.tsx";
import { ErrorPage, errorTitle } from "#app/features/shell/components/error-page.tsx";
import { Shell } from "#app/features/shell/components/shell.tsx";
import { describeFlash } from "#app/features/shell/describe-flash.server.ts";
import { preservePageOnFailure, recordShownPage } from "#app/features/shell/preserve-page-on-failure.ts";
import { offlinePath } from "#app/features/site/offline-path.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { type RootData, useRootData } from "#app/features/site/root-data.ts";
import { accessGate } from "#app/http/auth/access-gate.server.ts";
import { announcementFor } from "#app/http/cookies/announcement-cookie.ts";
import { readColorScheme } from "#app/http/cookies/color-scheme-cookie.ts";
import { readConsent } from "#app/http/cookies/consent-cookie.ts";
import { installedAppCookie, readInstalledApp } from "#app/http/cookies/installed-app-cookie.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { scrollPositionsKey } from "#app/http/framework/page-scripts.ts";
import { ToastProvider } from "#app/ui/toast/toasts.tsx";
import type { Route } from "./+types/root";
import stylesheet from "./app.css?url";
import consoleStylesheet from "./features/admin/console.css?url";
import lateIcons from "./styles/late-icons.css?url";

export const meta: Route.MetaFunction = ({ error }) => [
  { title: documentTitle(error === undefined ? undefined : errorTitle(error)) },
];

export const loader = pageLoader(async ({ request, context }: Route.LoaderArgs): Promise<RootData> => {
  const { url, requestId, refused, admin, readFlash, setCookie } = context.get(requestContext);
  const installedCookie = installedAppCookie(url);
  if (installedCookie) setCookie(installedCookie);
  const isForNobody = url.pathname === offlinePath;
  const viewer = isForNobody ? null : await getViewer(context);
  const premium = viewer?.isPremium ? premiumStatusOf(viewer) : null;
  const maintenance = currentMaintenance();
  const announcement = announcementFor(request, url);
  const path = url.pathname + url.search;
  return {
    ...((maintenance || announcement) &&
      !isForNobody && { announcement: announcementHtml({ maintenance, announcement, path }) }),
    colorScheme: readColorScheme(request, url),
    isForNobody,
    isInstalledApp: readInstalledApp(request, url),
    user: viewer && presentUser(viewer),
    isMember: viewer?.state === "approved",
    // Costs nothing without the console's cookie. A stored page is for nobody.
    ...(!isForNobody && (await admin()) && { isAdmin: true }),
    signInLabel: isLocalSignInAllowed(environment()) ? undefined : "Googleでログイン",
    unread: viewer?.state === "approved" ? await countUnread({ userId: viewer.id }) : 0,
    isPremiumSold: isPaymentConfigured(),
    premiumDaysRemaining: premium?.daysRemaining ?? null,
    premiumEndsAt: premium?.endDate?.toISOString() ?? null,
    entitlements: entitlementsOf(viewer),
    speedTrialEndsAt: viewer?.speedTrialEndsAt?.toISOString() ?? null,
    consent: readConsent(request, url).consent,
    analytics: configuredAnalytics(url.hostname),
    origin: url.origin,
    requestId,
    flash: isForNobody ? null : await describeFlash(readFlash(), viewer),
    refused,
    year: new Date().getFullYear(),
  };
});

export const middleware = [accessGate];

export const clientMiddleware = [preservePageOnFailure];

/** Around every page and every error page, so that sound and menu outlive both. */
export function Layout({ children }: { children: ReactNode }) {
  const colorScheme = useColorScheme();
  const isPremium = useRootData()?.user?.isPremium ?? false;
  // The admin's console has a frame of its own (`routes/screens/admin/layout.tsx`).
  const isConsole = /^\/admin(\/|$)/i.test(useLocation().pathname);
  return (
    <html lang="ja" data-theme={colorScheme.colorScheme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ThemeColor colorScheme={colorScheme.colorScheme} isPremium={isPremium} />
        <meta name="apple-mobile-web-app-title" content="Mugen" />
        <link rel="stylesheet" href={isConsole ? consoleStylesheet : stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
      </head>
      <body>
        <ColorSchemeContext value={colorScheme}>
          <ToastProvider>
            {isConsole ? (
              children
            ) : (
              <Providers>
                <Shell>{children}</Shell>
              </Providers>
            )}
          </ToastProvider>
        </ColorSchemeContext>
        {/* At the end: what stands before it is painted without it. */}
        <link rel="stylesheet" href={lateIcons} />
        {/* The server writes its script, and those of the page, beside the markup. */}
        {!import.meta.env.SSR && <ScrollRestoration storageKey={scrollPositionsKey} />}
      </body>
    </html>
  );
}

/** The colour of the browser's own controls: gold for premium, else the theme's background. */
function ThemeColor({ colorScheme, isPremium }: Pick<RootData, "colorScheme"> & { isPremium: boolean }) {
  if (isPremium) return <meta name="theme-color" content="#e3b95b" />;
  if (colorScheme !== "system")
    return <meta name="theme-color" content={colorScheme === "dark" ? "#17130f" : "#ffffff"} />;
  return (
    <>
      <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#17130f" media="(prefers-color-scheme: dark)" />
    </>
  );
}

export default function App() {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  useEffect(() => {
    const data = new Map(matches.map(({ id, loaderData }) => [id, loaderData]));
    recordShownPage({ pathname, search, data });
  }, [pathname, search, matches]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
