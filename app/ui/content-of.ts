import { type ComponentType, createContext, createElement, type ReactNode, useContext } from "react";

/** Attributes that fill an element. */
type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };

/** Fills an element with a component, whose markup depends on its `props`, and with `on` on the page's address. */
type ContentOf = <P extends object>(Component: ComponentType<P>, props: P, on?: "page") => Content;

/** The markup of a component that is rendered once for equal props, or what stands for it. Called while rendering. */
export type MarkupCache = <P extends object>(Component: ComponentType<P>, props: P, on?: "page") => string;

/** Filled on the server only (`app/http/framework/render-page.server.tsx`). */
export const MarkupCacheContext = createContext<MarkupCache | null>(null);

const asChildren: ContentOf = (Component, props) => ({ children: createElement(Component, props) });

/**
 * A function that fills an element with a component: `<li {...contentOf(Row, { track })} />`. The server renders the component
 * once for all viewers and requests with equal `props`. So what it shows follows from its props, which are plain data
 * but for what handles events and components that are always the same; it has no `useId`, no `useLocation` without
 * `"page"`, and sees none of the root's data.
 */
export function useContentOf(): ContentOf {
  if (!import.meta.env.SSR) return asChildren;
  // biome-ignore lint/correctness/useHookAtTopLevel: the condition is the same for a whole bundle
  const markupOf = useContext(MarkupCacheContext);
  if (!markupOf) return asChildren;
  return (Component, props, on) => ({
    dangerouslySetInnerHTML: new Markup(() => markupOf(Component, props, on)),
  });
}

/** Rendered when its element is written: a rendering within that of a component would end the component's hooks. */
class Markup {
  readonly #render: () => string;

  constructor(render: () => string) {
    this.#render = render;
  }

  get __html(): string {
    return this.#render();
  }
}
