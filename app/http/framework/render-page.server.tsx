import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticRouter, parsePath, StaticRouterProvider } from "react-router";
import { Providers } from "#app/features/shell/components/context-providers.tsx";
import { type FindFragment, FragmentContext } from "#app/ui/cached.tsx";
import { ToastProvider } from "#app/ui/toast/toasts.tsx";

/** By component, page and props; characters: some thousand rows of tracks. */
const fragments = new LRUCache<string, string>({
  maxSize: 4_000_000,
  sizeCalculation: (markup, key) => markup.length + key.length,
});

const components = new Map<unknown, number>();

/**
 * A page's markup. A missing fragment of `<Cached>` renders after the page: rendering within a component would end its hooks.
 */
export function renderPage(page: ReactNode): string {
  const missing: { key: string; fragment: ReactNode }[] = [];
  const findFragment: FindFragment = (Component, props, path) => {
    const number = components.get(Component) ?? components.size;
    components.set(Component, number);
    const key = `${number} ${path} ${JSON.stringify(props)}`;
    const stored = fragments.get(key);
    if (stored !== undefined) return stored;
    const fragment = withoutViewer(<Component {...props} />, path);
    // Unique: texts escape `<`.
    return `<!--missing${missing.push({ key, fragment }) - 1}-->`;
  };
  const markup = renderToString(<FragmentContext value={findFragment}>{page}</FragmentContext>);
  if (missing.length === 0) return markup;
  return markup.replace(/<!--missing(\d+)-->/g, (gap, index) => {
    const found = missing[Number(index)];
    return found ? renderFragment(found.key, found.fragment) : gap;
  });
}

function renderFragment(key: string, fragment: ReactNode): string {
  const stored = fragments.get(key);
  if (stored !== undefined) return stored;
  const markup = renderToString(fragment);
  fragments.set(key, markup);
  return markup;
}

/** Within every page's context, but without loader data. */
function withoutViewer(fragment: ReactNode, path: string): ReactNode {
  const element = (
    <ToastProvider>
      <Providers>{fragment}</Providers>
    </ToastProvider>
  );
  const { pathname = "/", search = "" } = parsePath(path);
  const context = {
    basename: "/",
    location: { pathname, search, hash: "", state: null, key: "default" },
    matches: [],
    loaderData: {},
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  };
  const router = createStaticRouter([{ id: "root", path: "*", element }], context);
  return <StaticRouterProvider router={router} context={context} hydrate={false} />;
}
