import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { presentUser } from "#app/features/accounts/present-user.ts";
import { getViewer } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readTheme } from "#app/http/theme.ts";
import type { Route } from "./+types/root";
import stylesheet from "./app.css?url";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export const loader = screen(async ({ request, context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  return { theme: readTheme(request), user: viewer && presentUser(viewer) };
});

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links nonce="" />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
