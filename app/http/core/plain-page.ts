import { documentTitle } from "#app/features/site/page-meta.ts";

/** A page for responses outside React Router. Texts are not escaped. */
export function plainPage(content: { title: string; text: string }): string {
  const { title, text } = content;
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${documentTitle(title)}</title>
</head>
<body style="font-family: system-ui, sans-serif; line-height: 1.8; word-break: auto-phrase; max-width: 32rem; margin: 20vh auto; padding: 0 1.5rem">
<main>
<h1 style="font-size: 1.375rem">${title}</h1>
<p>${text}</p>
<p><a href="/" style="display: inline-block; padding: 0.5rem 0">ホームに戻る</a></p>
</main>
</body>
</html>
`;
}
