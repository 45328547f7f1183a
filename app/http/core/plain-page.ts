import { documentTitle } from "#app/features/site/page-meta.ts";
import { infinityPath } from "#app/ui/infinity-path.ts";

export const gonePageText = "移動または削除されたか、アドレスが違っている可能性があります。";

const muted = "color: light-dark(#625d69, #b3a99b)";

/** Of a link or button. */
export const plainButtonStyle =
  "display: inline-block; padding: 0.75rem 1.5rem; border: 0; border-radius: 999px; background: light-dark(#b8421c, #ff8a5c); color: light-dark(#fff, #17130f); font: inherit; font-weight: bold; text-decoration: none; cursor: pointer";

/**
 * A page for responses outside React Router, which needs no other file and looks like the rest of the site (`tokens.css`).
 * Texts are not escaped. `action` is markup, in place of the button that leads home.
 */
export function plainPage(content: { title: string; text: string; action?: string }): string {
  const { title, text, action } = content;
  const home = (style: string) => `<p><a href="/" style="${style}">ホームに戻る</a></p>`;
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${documentTitle(title)}</title>
</head>
<body style="margin: 0; background: light-dark(#faf8f5, #17130f); color: light-dark(#1d1b22, #efece6); font: 0.875rem/1.6 'Hiragino Sans', 'Noto Sans JP', 'Yu Gothic UI', system-ui, sans-serif; word-break: auto-phrase; overflow-wrap: anywhere">
<main style="max-width: 22.5rem; margin: 0 auto; padding: 18vh 1.5rem 4rem; text-align: center; text-wrap-style: balance">
<svg viewBox="0 0 120 60" fill="none" width="64" height="32" aria-hidden="true" style="color: light-dark(#b8421c, #ff8a5c)"><path d="${infinityPath}" stroke="currentColor" stroke-width="8" stroke-linejoin="round"/></svg>
<h1 style="margin: 1.5rem 0 0.5rem; font: bold 1.25rem/1.35 'Hiragino Mincho ProN', 'Yu Mincho', 'Noto Serif JP', serif">${title}</h1>
<p style="margin: 0 0 1.5rem; ${muted}">${text}</p>
${action === undefined ? home(plainButtonStyle) : action + home(`display: inline-block; padding: 0.75rem; ${muted}`)}
</main>
</body>
</html>
`;
}
