import type { Article } from "../article.ts";
import { ageRule, facts, type Operator } from "./facts.server.ts";

/** The law allows this instead of name, address and telephone number (特定商取引法 第11条 ただし書). */
const disclosedOnRequest =
  "ご請求があれば、遅滞なく電子メールで開示します。[お問い合わせ](/contact)からご請求ください。";

/** 特定商取引法 第11条 requires these disclosures of the seller of premium. */
export function commercialLaw(operator: Operator): Article {
  return {
    path: "/commercial-law",
    title: "特定商取引法に基づく表記",
    lead: "Mugenプレミアムの販売について、特定商取引法にもとづいて表示します。",
    effective: "2025-06-01",
    sections: [
      {
        id: "seller",
        title: "販売する者",
        blocks: [
          {
            pairs: [
              ["販売業者", operator.name ?? disclosedOnRequest],
              ["運営統括責任者", operator.representative ?? disclosedOnRequest],
              ["所在地", operator.address ?? disclosedOnRequest],
              ["電話番号", operator.phone ?? disclosedOnRequest],
              [
                "メールアドレス",
                operator.email === null
                  ? "[お問い合わせ](/contact)のフォームからご連絡ください。ご請求があれば、遅滞なく開示します。"
                  : `${operator.email}（[お問い合わせ](/contact)のフォームもお使いいただけます）`,
              ],
            ],
          },
        ],
        keywords: [
          "運営会社 会社名 だれが運営 運営者の名前 代表者 住所 所在地 電話番号 メールアドレスを教えて",
        ],
      },
      {
        id: "price",
        title: "料金とお支払い",
        blocks: [
          {
            pairs: [
              ["商品", "Mugenプレミアム（音声配信サービスの有料会員）"],
              [
                "分量",
                "1か月ごとに自動で更新する会員の資格を1つ。期限はなく、解約のお手続きがあるまで続きます。",
              ],
              ["販売価格", `${facts.price}。1年間お続けになった場合の総額の目安は${facts.priceOfYear}です。`],
              ["料金のほかに必要な費用", "インターネットの接続に必要な通信料は、お客様のご負担です。"],
              [
                "お支払いの方法",
                "カード決済（Stripe）のみです。使えるカードの種類は、お申し込みの画面に表示します。",
              ],
              [
                "お支払いの時期",
                "お申し込みのときに1か月分を、その後は毎月同じ日（その日がない月は月の末日）に請求します。",
              ],
            ],
          },
        ],
        keywords: [
          "使えるカード VISA Mastercard JCB デビットカード 支払いの時期 追加料金 手数料 通信料 消費税",
        ],
      },
      {
        id: "delivery",
        title: "ご利用の開始と期間",
        blocks: [
          {
            pairs: [
              ["提供の時期", "お支払いの手続きが済むと、すぐにお使いいただけます。"],
              ["お申し込みの期間", "期限はありません。"],
              ["契約の期間", "1か月です。解約のお手続きがないかぎり、1か月ごとに自動で更新します。"],
              [
                "お申し込みの条件",
                `会員の方に限ります。会員の登録には招待が必要です。${ageRule(operator, "お申し込み")}`,
              ],
              [
                "無料のお試し",
                `2.0倍速再生は、お申し込みの前に一度だけ${facts.trial}、無料でお試しいただけます。お試しが終わっても、自動で料金が発生することはありません。`,
              ],
            ],
          },
        ],
        keywords: ["申し込んだらすぐ使える 契約期間 最低利用期間 縛り お試しの後に料金 自動で課金される"],
      },
      {
        id: "cancellation",
        title: "解約と返品・返金",
        blocks: [
          {
            pairs: [
              [
                "お申し込みの撤回",
                "お支払いの手続きが済んだあとの撤回はお受けしません。次の更新からの解約は、いつでもお受けします。",
              ],
              [
                "解約",
                `[解約・一時停止](/cancel)の画面か、カード決済事業者のカスタマーポータルで、いつでもお手続きいただけます。次の更新日の${facts.cancelBefore}までにお手続きください。解約の効力は次の更新日に生じ、それまではプレミアムをお使いいただけます。違約金はありません。`,
              ],
              [
                "一時停止",
                `お支払い済みの期間が終わってから、お支払いを${facts.pauseDays}止めることができます（1人1回まで）。停止中はプレミアムの機能を使えず、期間が過ぎると自動で再開し、その日に1か月分を請求します。再開の${facts.reminderBefore}にメールでお知らせします。`,
              ],
              [
                "返品・返金",
                "商品の性質上、お客様のご都合による返品・返金はお受けしません。運営者の責任で提供できなかったときは、その期間に応じて返金します。お申し込みが重なったときは、あとの1件を取り消して全額を返金します。",
              ],
            ],
          },
        ],
        keywords: ["違約金 解約金 解約手数料 クーリングオフ 返品"],
      },
      {
        id: "environment",
        title: "動作環境",
        blocks: [
          {
            pairs: [
              ["ブラウザ", "Chrome、Safari、Edge、Firefoxの最新の版"],
              [
                "アプリ版",
                "ホーム画面への追加に対応したブラウザ（バックグラウンド再生は、アプリ版の機能です）",
              ],
            ],
          },
        ],
        keywords: ["対応ブラウザ 動作環境 推奨環境 対応機種 対応端末 OSのバージョン"],
      },
    ],
  };
}
