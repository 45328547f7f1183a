import {
  type ComponentProps,
  type ComponentType,
  createContext,
  createElement,
  type JSX,
  type ReactElement,
  useContext,
} from "react";
import { useLocation } from "react-router";

/** Finds a component's markup by its props and the page's path. Called while rendering. */
export type FindFragment = <P extends object>(Component: ComponentType<P>, props: P, path: string) => string;

/** Only on the server (`app/http/framework/render-page.server.tsx`). */
export const FragmentContext = createContext<FindFragment | null>(null);

/** What JSON can hold, so that equal values have equal texts. */
type Serialisable<T> = T extends ((...args: never[]) => unknown) | ReactElement | symbol | bigint
  ? never
  : T extends object
    ? { [Key in keyof T]: Serialisable<T[Key]> }
    : T;

/** No components: what they draw would not be part of the key. */
type Callbacks<T> = {
  [Key in keyof T]: T[Key] extends (...args: never[]) => infer Result
    ? ReactElement extends Result
      ? never
      : T[Key]
    : never;
};

type CachedProps<Tag extends keyof JSX.IntrinsicElements, P extends object, C extends object> = {
  as: Tag;
  of: ComponentType<P & C>;
  props: P & Serialisable<P>;
  callbacks?: C & Callbacks<C>;
  /** The component calls `useLocation`. */
  usesLocation?: boolean;
} & Omit<ComponentProps<Tag>, "as" | "of" | "props" | "children" | "dangerouslySetInnerHTML">;

/**
 * An element whose component the server renders once for all viewers and requests with equal `props`: `<Cached as="li" of={Row}
 * props={{ track }} />`. The component must depend only on its props and, with `usesLocation`, the page's address: it is
 * rendered outside the page, without loaded data, and has no `useId`.
 */
export function Cached<Tag extends keyof JSX.IntrinsicElements, P extends object, C extends object = object>(
  element: CachedProps<Tag, P, C>,
): ReactElement;
export function Cached({ as, of: Component, props, callbacks, usesLocation, ...attributes }: AnyCached) {
  // biome-ignore-start lint/correctness/useHookAtTopLevel: the conditions are the same for a whole page
  const findFragment = import.meta.env.SSR ? useContext(FragmentContext) : null;
  if (findFragment) {
    const { pathname, search } = useLocation();
    const __html = findFragment(Component, props, usesLocation ? pathname + search : "");
    return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html } });
  }
  // biome-ignore-end lint/correctness/useHookAtTopLevel: the conditions are the same for a whole page
  return createElement(as, attributes, createElement(Component, { ...props, ...callbacks }));
}

interface AnyCached {
  as: string;
  of: ComponentType<object>;
  props: object;
  callbacks?: object;
  usesLocation?: boolean;
}
