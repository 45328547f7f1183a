import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";

function clearLocalStorage(): void {
  try {
    localStorage.clear();
  } catch {
    // Without storage nothing was stored.
  }
}

/**
 * Asks about cookies anew in this browser: the answer is a cookie, the rest of what the browser remembers is in its local
 * storage. Without JavaScript only the answer is forgotten.
 */
export function ConsentReset() {
  return (
    <Card as="section" aria-labelledby="consent-reset" className="space-y-3">
      <h2 id="consent-reset" className="font-bold">
        開発用ツール
      </h2>
      <p className="text-sm text-muted">
        このブラウザのローカルストレージを消し、Cookieの確認をもう一度表示します。この端末に残っている下書きや再生位置、設定も消えます。
      </p>
      {/* A document of its own: the question is asked on the site's pages. */}
      <form method="post" action="/consent" onSubmit={clearLocalStorage}>
        <input type="hidden" name="choice" value="ask" />
        <input type="hidden" name="redirect" value="/" />
        <Button variant="quiet" icon="refresh">
          同意リセット
        </Button>
      </form>
    </Card>
  );
}
