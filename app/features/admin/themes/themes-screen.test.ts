import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { ThemesScreen } from "./themes-screen.tsx";

const shown = { pending: 0, approved: 0 };
const Screen = () => createElement(ThemesScreen, { themes: [], total: 0, page: 1, counts: shown });

/** The page without a theme in its library. */
function screenWith(counts: typeof shown): string {
  Object.assign(shown, counts);
  const stub = createRoutesStub([{ id: "root", path: "/", Component: Screen, loader: () => ({}) }]);
  return renderToString(createElement(stub, { hydrationData: { loaderData: { root: {} } } }));
}

test("a library whose themes all become audio says so, an empty one what to do", () => {
  const none = screenWith({ pending: 0, approved: 0 });
  expect(none).toContain("テーマはまだありません");
  expect(none).toContain("テーマを抽出してください");
  const generating = screenWith({ pending: 0, approved: 1 });
  expect(generating).toContain("承認済みのテーマから、音声を生成しています");
  expect(generating).not.toContain("まだありません");
});
