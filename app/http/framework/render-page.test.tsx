import { Suspense, use, useId } from "react";
import { createRoutesStub, useLocation } from "react-router";
import { expect, test } from "vitest";
import { useRootData } from "#app/features/site/root-data.ts";
import { useContentOf } from "#app/ui/content-of.ts";
import { renderPage } from "./render-page.server.tsx";

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
      <i id={useId()}>{name}</i>
    </>
  );
}

function Shown({ name }: { name: string }) {
  const contentOf = useContentOf();
  return <p {...contentOf(Greeting, { name })} />;
}

const never = new Promise<never>(() => {});
const Never = () => use(never);

function PageWithoutPart() {
  return (
    <>
      <Suspense fallback={<hr />}>
        <Shown name="よそ" />
        <Never />
      </Suspense>
      <Shown name="ここ" />
    </>
  );
}

function render(name: string, { address = "/", Component = Page } = {}): string {
  const { pathname, search } = new URL(address, "http://localhost");
  const entry = { pathname, search, state: { name } };
  const Routes = createRoutesStub([{ id: "root", path: "*", Component }]);
  const { markup, fill } = renderPage(
    <Routes initialEntries={[entry]} hydrationData={{ loaderData: { root: { isForNobody: false } } }} />,
  );
  return fill(Buffer.from(markup)).toString();
}

test("content is rendered once for equal props, and knows nothing of the viewer", () => {
  const greeting = (name: string) => `<p><b>${name}さん</b></p>`;
  expect(render("かなで")).toContain(greeting("かなで"));
  expect(render("かなで", { address: "/search?category=a" })).toContain(greeting("かなで"));
  expect(renderings).toBe(1);
  expect(render("<ひびき>")).toContain(greeting("&lt;ひびき&gt;"));
  expect(renderings).toBe(2);
});

test("content that depends on the page has each page's address", () => {
  for (const address of ["/", "/search?a=b", "/"])
    expect(render("かなで", { address })).toContain(`<a href="/sign-in?redirect=${address}">かなで</a>`);
});

test("a text that looks like a gap is none", () => {
  const text = "&lt;!--part1--&gt;";
  const page = render("<!--part1-->");
  expect(page).toContain(`${text}さん`);
  expect(page).toContain(`${text}</a>`);
  expect(page).toContain(`>${text}</i>`);
});

test("content that is left out shifts no other", () => {
  const page = render("", { Component: PageWithoutPart });
  expect(page).toContain("<hr/>");
  expect(page).not.toContain("よそ");
  expect(page).toContain("<p><b>ここさん</b></p>");
});

test("hooks go on after content, whether it was known or not", () => {
  const [first, second] = [render("のぞみ"), render("のぞみ")];
  expect(first).toMatch(/<i id="[^"]+">/);
  expect(second).toBe(first);
});
