import { useId } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, useLocation } from "react-router";
import { expect, test } from "vitest";
import { useRootData } from "#app/features/site/root-data.ts";
import { MarkupCacheContext, useContentOf } from "#app/ui/content-of.ts";
import { markupCache } from "./markup-cache.server.tsx";

let renderings = 0;

function Greeting({ name }: { name: string }) {
  renderings++;
  return <b>{`${name}さん${useRootData() ? "、おかえりなさい" : ""}`}</b>;
}

function Address({ name }: { name: string }) {
  const { pathname, search } = useLocation();
  return <a href={`/sign-in?redirect=${pathname}${search}`}>{name}</a>;
}

function Page() {
  const { name } = useLocation().state;
  const contentOf = useContentOf();
  return (
    <>
      <p {...contentOf(Greeting, { name })} />
      <p {...contentOf(Address, { name }, "page")} />
      <i id={useId()} />
    </>
  );
}

const Routes = createRoutesStub([{ id: "root", path: "*", Component: Page }]);

function render(name: string, address = "/"): string {
  const { pathname, search } = new URL(address, "http://localhost");
  const entry = { pathname, search, state: { name } };
  return renderToString(
    <MarkupCacheContext value={markupCache}>
      <Routes initialEntries={[entry]} hydrationData={{ loaderData: { root: { isForNobody: false } } }} />
    </MarkupCacheContext>,
  );
}

test("content is rendered once for equal props, and knows nothing of the viewer", () => {
  const greeting = (name: string) => `<p><b>${name}さん</b></p>`;
  expect(render("かなで")).toContain(greeting("かなで"));
  expect(render("かなで", "/search?category=a")).toContain(greeting("かなで"));
  expect(renderings).toBe(1);
  expect(render("<ひびき>")).toContain(greeting("&lt;ひびき&gt;"));
  expect(renderings).toBe(2);
});

test("content that depends on the page has each page's address", () => {
  for (const address of ["/", "/search?a=b", "/"])
    expect(render("かなで", address)).toContain(`<a href="/sign-in?redirect=${address}">かなで</a>`);
});

test("hooks go on after content, whether it was known or not", () => {
  const [first, second] = [render("のぞみ"), render("のぞみ")];
  expect(first).toMatch(/<i id="[^"]+">/);
  expect(second).toBe(first);
});
