import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FactList, formatClock } from "./fact-list.tsx";
import { usePolling } from "./use-polling.ts";

const intervalMs = 10_000;
const timeoutMs = 8000;

/** `tookMs`: null when `/ping` did not answer. */
async function measurePing(signal: AbortSignal): Promise<{ tookMs: number | null; at: number }> {
  const at = Date.now();
  const start = performance.now();
  try {
    const response = await fetch("/ping", {
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const { pong }: { pong?: boolean } = await response.json();
    return { tookMs: response.ok && pong === true ? performance.now() - start : null, at };
  } catch {
    return { tookMs: null, at };
  }
}

export function PingCard() {
  const { result, isAsking, askNow } = usePolling(measurePing, { intervalMs, asksFirst: true });
  return (
    <Card as="section" aria-labelledby="ping-card" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="ping-card" className="font-bold">
          Pingテスト
        </h2>
        <span role="status">
          {result && result.tookMs === null && (
            <Badge tone="danger" icon="error">
              テスト失敗
            </Badge>
          )}
          {result && result.tookMs !== null && (
            <Badge tone="info" icon="check">
              応答あり
            </Badge>
          )}
        </span>
      </div>
      <noscript>
        <p className="text-sm">
          応答時間はJavaScriptで測ります。応答だけを確かめるには、
          <a href="/ping" className="font-bold text-accent underline">
            /ping
          </a>
          を開いてください。
        </p>
      </noscript>
      <div className="unscripted:hidden">
        <FactList
          facts={[
            ["応答時間", result?.tookMs == null ? "—" : `${Math.max(1, Math.round(result.tookMs))} ミリ秒`],
            ["測った時刻", result ? formatClock(result.at) : "—"],
          ]}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 unscripted:hidden">
        <p className="text-xs text-muted">10秒ごとに測ります</p>
        <Button type="button" variant="quiet" icon="refresh" busy={isAsking} onClick={askNow}>
          いま測る
        </Button>
      </div>
    </Card>
  );
}
