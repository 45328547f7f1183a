export const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** `body` is HTML. */
export const page = (title: string, body: string) => `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; font-family: sans-serif; line-height: 1.6 }
  body { max-width: 72rem; margin: 0 auto; padding: 1.5rem }
  label { display: block; margin-top: 1rem; font-weight: bold }
  input { font: inherit; padding: .5rem; width: 100%; max-width: 30rem; box-sizing: border-box }
  button { font: inherit; padding: .5rem 1rem; margin: .5rem .5rem 0 0 }
  table { border-collapse: collapse; font-size: .9rem }
  td, th { white-space: nowrap; border-bottom: 1px solid #8886; padding: .25rem .5rem; text-align: left; vertical-align: top }
  .error { color: #c00; font-weight: bold }
  form.inline { display: inline }
</style></head><body>${body}</body></html>`;

export const challengePage = page(
  "3D セキュア",
  `<h1>3D セキュア</h1><p>カード会社による本人確認です（テスト）。</p>
  <form method="post"><button name="succeeds" value="true">認証を完了する</button><button name="succeeds" value="false">認証に失敗する</button></form>`,
);

/** Filled with a working card. */
export const cardFields = `
  <label for="number">カード番号</label><input id="number" name="number" inputmode="numeric" value="4242 4242 4242 4242" required>
  <label for="expiry">有効期限（月/年）</label><input id="expiry" name="expiry" value="12/34" required>
  <label for="cvc">セキュリティコード</label><input id="cvc" name="cvc" inputmode="numeric" value="123" required>`;
