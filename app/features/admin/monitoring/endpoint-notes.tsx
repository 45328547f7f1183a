import { Card } from "#app/ui/card.tsx";

const endpoints = [
  {
    path: "/health",
    text: "データベースに読み書きできるかを確かめます。正常なら200、保存や接続ができなければ503です。だれにでも状態と時刻だけを返し、詳しい値はこの画面にログインしているときだけ加わります。外からの監視に使えます。",
  },
  {
    path: "/ping",
    text: "サーバーが応答するかだけを確かめます。データベースは使いません。リクエストの振り分け先を決める装置に向いています。",
  },
];

/** What the endpoints for monitoring answer. */
export function EndpointNotes() {
  return (
    <Card as="section" aria-labelledby="endpoint-notes" className="space-y-3">
      <h2 id="endpoint-notes" className="font-bold">
        エンドポイントの説明
      </h2>
      <dl className="space-y-3 text-sm">
        {endpoints.map(({ path, text }) => (
          <div key={path}>
            <dt>
              <a href={path} className="inline-flex min-h-11 items-center font-bold text-accent underline">
                GET {path}
              </a>
            </dt>
            <dd className="leading-[1.7] text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
