import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { LiveRefresh } from "./live-refresh.tsx";

const render = (address: string, actionData?: Record<string, unknown>) => {
  const routes = [{ id: "list", path: "/list", element: createElement(LiveRefresh, { seconds: 30 }) }];
  const hydrationData = { loaderData: {}, ...(actionData && { actionData }) };
  const router = createMemoryRouter(routes, { initialEntries: [address], hydrationData });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
};

test("without JavaScript a page reloads until a link stops it, and never over the answer to a form", () => {
  expect(render("/list?q=a")).toMatch(
    /http-equiv="refresh" content="30".*href="\/list\?q=a&amp;refresh=off"/i,
  );
  const stopped = render("/list?refresh=off");
  expect(stopped).not.toMatch(/http-equiv/i);
  expect(stopped).toContain("自動更新を再開する");
  expect(render("/list", { list: { result: {} } })).not.toMatch(/http-equiv/i);
});
