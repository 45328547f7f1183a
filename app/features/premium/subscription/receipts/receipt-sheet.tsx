import { withHonorific } from "#app/lib/honorific.ts";
import type { ReceiptView } from "./receipts.server.ts";

/** What is printed. */
export function ReceiptSheet({ receipt }: { receipt: ReceiptView }) {
  const { number, recipient, amount, taxRate, tax, paidAt, period, refund } = receipt;
  const { supplier, supplierAddress, registrationNumber } = receipt;
  return (
    <article
      className="receipt space-y-6 rounded-card border border-line bg-surface p-5 [overflow-wrap:anywhere]"
      aria-labelledby="receipt-title"
    >
      <header className="space-y-4">
        <h2 id="receipt-title" className="text-center text-lg">
          {registrationNumber ? "領収書（適格請求書）" : "領収書"}
        </h2>
        <p className="border-b border-line pb-1 text-lg">{withHonorific(recipient)}</p>
        <p className="text-center text-xl font-bold tabular-nums">{amount}（税込）</p>
      </header>
      <Facts
        facts={[
          ["番号", number],
          ["お支払い日", paidAt],
          ["内容", `Mugen プレミアム（月額プラン）1か月`],
          ["ご利用の期間", period],
          ["お支払い方法", "カード"],
          ...(registrationNumber
            ? ([
                [`${taxRate}%対象`, `${amount}（税込）`],
                ["うち消費税", tax],
              ] as const)
            : []),
        ]}
      />
      {refund && (
        <section className="space-y-2" aria-labelledby="refund">
          <h3 id="refund" className="text-base">
            {registrationNumber ? "返金（適格返還請求書）" : "返金"}
          </h3>
          <Facts
            facts={[
              ["返金日", refund.at],
              ["もとのお支払い", `${paidAt}、Mugen プレミアム（月額プラン）`],
              ["返金額", `−${refund.amount}（税込${registrationNumber ? `、${taxRate}%対象` : ""}）`],
              ...(registrationNumber ? ([["うち消費税", `−${refund.tax}`]] as const) : []),
            ]}
          />
        </section>
      )}
      <footer className="text-sm">
        <p>上記の金額を受領しました。</p>
        <p className="pt-3 font-bold">{supplier ?? "Mugenの運営者"}</p>
        {supplierAddress && <p>{supplierAddress}</p>}
        {registrationNumber && <p>登録番号 {registrationNumber}</p>}
      </footer>
    </article>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {facts.map(([name, text]) => (
        <div key={name} className="flex gap-4 py-2">
          <dt className="w-28 shrink-0 font-bold">{name}</dt>
          <dd className="min-w-0">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
