import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ErrorBoundary } from "./layout.tsx";

const admin = { username: "admin", role: "administrator", isPasswordFresh: true } as const;

function render(address: string, status: number): string {
  const error = { status, statusText: "", internal: false, data: { error: "ユーザーが見つかりません" } };
  const props = { error, params: {}, loaderData: { admin }, actionData: undefined };
  const routes = [{ path: "*", element: createElement(ErrorBoundary, props) }];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const page = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return page.slice(page.indexOf("<main"));
}

test("the page of a member who is gone leads back to the console", () => {
  const page = render("/admin/users/gone", 404);
  expect(page).toMatch(/<h1[^>]*>ユーザーが見つかりません/);
  expect(page).toMatch(/<a[^>]* href="\/admin"/);
});

test.each([
  ["/admin/themes", "テーマの取得に失敗しました"],
  ["/admin/queue", "タスクの取得に失敗しました"],
  ["/admin/tracks", "ファイル情報の取得に失敗しました"],
  ["/admin/members", "データの読み込みに失敗しました"],
])("%s that can't be loaded: %s", (address, title) => {
  expect(render(address, 500)).toContain(title);
});
