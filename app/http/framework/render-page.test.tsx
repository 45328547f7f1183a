import { type ReactNode, Suspense, use, useId } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, useLocation } from "react-router";
import { expect, test } from "vitest";
import { useRootData } from "#app/features/site/root-data.ts";
import { Cached } from "#app/ui/cached.tsx";
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
  return (
    <>
      <Cached as="p" of={Greeting} props={{ name }} />
      <Cached as="p" of={Address} props={{ name }} usesLocation />
      <i id={useId()}>{name}</i>
    </>
  );
}

const never = new Promise<never>(() => {});
const Never = () => use(never);

function PageWithoutFragment() {
  return (
    <>
      <Suspense fallback={<hr />}>
        <Cached as="p" of={Greeting} props={{ name: "よそ" }} />
        <Never />
      </Suspense>
      <Cached as="p" of={Greeting} props={{ name: "ここ" }} />
    </>
  );
}

function render(name: string, { address = "/", Component = Page } = {}): string {
  const { pathname, search } = new URL(address, "http://localhost");
  const entry = { pathname, search, state: { name } };
  const Routes = createRoutesStub([{ id: "root", path: "*", Component }]);
  return renderPage(
    <Routes initialEntries={[entry]} hydrationData={{ loaderData: { root: { isForNobody: false } } }} />,
  );
}

test("a cached component is rendered once for equal props, and knows nothing of the viewer", () => {
  const greeting = (name: string) => `<p><b>${name}さん</b></p>`;
  expect(render("かなで")).toContain(greeting("かなで"));
  expect(render("かなで", { address: "/search?category=a" })).toContain(greeting("かなで"));
  expect(renderings).toBe(1);
  expect(render("<ひびき>")).toContain(greeting("&lt;ひびき&gt;"));
  expect(renderings).toBe(2);
});

test("one that uses the location has each page's address", () => {
  for (const address of ["/", "/search?a=b", "/"])
    expect(render("かなで", { address })).toContain(`<a href="/sign-in?redirect=${address}">かなで</a>`);
});

test("a text that looks like a missing fragment is none", () => {
  const text = "&lt;!--missing1--&gt;";
  const page = render("<!--missing1-->");
  expect(page).toContain(`${text}さん`);
  expect(page).toContain(`${text}</a>`);
  expect(page).toContain(`>${text}</i>`);
});

test("a fragment that is left out shifts no other", () => {
  const page = render("", { Component: PageWithoutFragment });
  expect(page).toContain("<hr/>");
  expect(page).not.toContain("よそ");
  expect(page).toContain("<p><b>ここさん</b></p>");
});

test("without a store and a router it is an element with its component: pages for other sites have neither", () => {
  expect(renderToString(<Cached as="p" of={Icon} props={{}} />)).toBe("<p><b></b></p>");
});

test("hooks go on after a cached component, whether its markup was stored or not", () => {
  const [first, second] = [render("のぞみ"), render("のぞみ")];
  expect(first).toMatch(/<i id="[^"]+">/);
  expect(second).toBe(first);
});

const Clock = (_: { at?: Date; onPlay?: () => void; Icon?: () => ReactNode }) => null;
const Icon = () => <b />;

test("props that are no JSON, and callbacks that draw something, do not compile", () => {
  const onPlay = () => {};
  const elements = [
    <Cached key={0} as="p" of={Clock} props={{}} callbacks={{ onPlay }} />,
    // @ts-expect-error
    <Cached key={1} as="p" of={Clock} props={{ at: new Date() }} />,
    // @ts-expect-error
    <Cached key={2} as="p" of={Clock} props={{ onPlay }} />,
    // @ts-expect-error
    <Cached key={3} as="p" of={Clock} props={{}} callbacks={{ Icon }} />,
  ];
  expect(elements).toHaveLength(4);
});
