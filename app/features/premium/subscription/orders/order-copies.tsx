import { Icon } from "#app/ui/icon.tsx";
import { OrderConditions } from "./order-conditions.tsx";
import type { OrderCopy } from "./orders.server.ts";

const methods: Record<OrderCopy["method"], string> = {
  card_form: "Mugenのカード入力欄",
  checkout: "Stripeのお支払いページ",
};

/** For the member and for the operator: each order opens to the screen that it was made on. */
export function OrderCopies({ orders }: { orders: readonly OrderCopy[] }) {
  return (
    <div className="divide-y divide-line">
      {orders.map((order) => (
        <details key={order.id} className="group">
          <summary className="flex min-h-14 cursor-pointer flex-wrap items-center justify-between gap-x-4 py-3">
            <span className="font-bold">{order.clickedAt}のお申し込み</span>
            <span className="flex items-center gap-2 text-sm text-muted tabular-nums">
              月額{order.screen.price}円（税込）
              <Icon name="down" className="group-open:rotate-180" />
            </span>
          </summary>
          <div className="space-y-3 pb-4">
            {!order.isShown && (
              <p className="text-sm">プログラムからのお申し込みで、次の内容の画面は表示していません。</p>
            )}
            <OrderConditions {...order.screen} />
            <dl className="divide-y divide-line border-t border-line text-sm">
              {factsOf(order).map(([name, text]) => (
                <div key={name} className="gap-4 py-3 rail:flex">
                  <dt className="shrink-0 font-bold rail:w-28">{name}</dt>
                  <dd className="text-muted [overflow-wrap:anywhere]">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </details>
      ))}
    </div>
  );
}

const factsOf = ({ clickedAt, orderedAt, method, screen, hash }: OrderCopy) => [
  ["お申し込みの開始", `${clickedAt}（${methods[method]}）`],
  ["成立の確認", orderedAt],
  ["ボタンの表示", screen.orderLabel],
  ["文面の版", screen.version],
  ["控えの照合値", `SHA-256 ${hash}`],
];
