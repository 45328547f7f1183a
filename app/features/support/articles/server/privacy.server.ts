import { maxAgeS } from "#app/features/listening/sync/playback-limits.ts";
import type { ExternalService } from "#app/features/providers/server/external-services.server.ts";
import { usageRetentionDays } from "#app/features/providers/server/provider-usage.server.ts";
import type { Article } from "../article.ts";
import { cookieInventory, stripeCookies } from "./cookie-inventory.server.ts";
import { ageRule, facts, type Operator } from "./facts.server.ts";

interface PolicyFacts {
  operator: Operator;
  /** Host of the analytics script that loads after consent; null when none is configured. */
  analyticsHost: string | null;
  /** To whom engines send what members write. */
  externalServices: readonly ExternalService[];
}

const uses: Record<ExternalService["purpose"], { work: string; sent: string }> = {
  script: { work: "台本の作成", sent: "入力した本文とタイトル、台本、ファクトチェックの指摘" },
  "fact-check": { work: "ファクトチェック", sent: "台本" },
  speech: { work: "読み上げ", sent: "台本" },
  chat: { work: "AIサポートチャット", sent: "質問" },
  "harm-check": { work: "投稿の内容の確認", sent: "タイトル、話し手の名前、台本" },
};

const chatIsLocal = "AIサポートチャットの質問も外部に送らず、保存もしません。";

/** What happens to members' texts, as the engines of this installation are set up. */
function aiBlocks(services: readonly ExternalService[]): Article["sections"][number]["blocks"] {
  if (services.length === 0) {
    return [
      `台本の作成、ファクトチェック、読み上げは、運営者が管理するサーバーの中のプログラムが行います。入力した文章を外部のAIサービスに送ることはありません。${chatIsLocal}`,
    ];
  }
  return [
    "次の作業には、外部のAIサービスを使います。送るのは作業に必要な文章だけで、名前、メールアドレス、会員の番号は送りません。",
    {
      pairs: services.map(({ purpose, recipient, searches }) => [
        uses[purpose].work,
        `${recipient}に、${uses[purpose].sent}を送ります。${searches ? "内容を確かめるために、Googleで検索します。" : ""}送った文章の扱いは、${recipient}の規約によります。`,
      ]),
    },
    `ほかの作業は、運営者が管理するサーバーの中のプログラムが行います。会員の作業で使った回数と文字数は、費用と使いすぎを見るために、会員ごとに${usageRetentionDays}日のあいだ保存します。${services.some(({ purpose }) => purpose === "chat") ? "AIサポートチャットの質問は保存しません。" : chatIsLocal}`,
  ];
}

/** `/privacy`: which data are stored, why, for how long, who receives them, and the rights of the person. */
export function privacyPolicy({ operator, analyticsHost, externalServices }: PolicyFacts): Article {
  return {
    path: "/privacy",
    title: "プライバシーポリシー",
    lead: "Mugenが受け取る情報、その使いみちと保存期間、ご自身でできることを説明します。",
    effective: "2025-05-29",
    sections: [
      {
        id: "operator",
        title: "1. 事業者",
        blocks: [
          `${operator.name ?? "Mugenの運営者"}（以下「運営者」）は、個人情報の保護に関する法律その他の法令を守り、この方針に従って情報を扱います。運営者の名称、代表者、所在地は[特定商取引法に基づく表記](/commercial-law)にあります。`,
        ],
      },
      {
        id: "collected",
        title: "2. 受け取る情報",
        blocks: [
          {
            pairs: [
              [
                "アカウント",
                "Googleから受け取る識別子（sub）、名前、メールアドレス、プロフィール画像のアドレス。ご自身で入力する名前、画像、ユーザーID、Xアカウント。登録に使った招待と、招待した方。承認の状態、プレミアムの期間。Googleのパスワードは受け取りません。",
              ],
              [
                "ログイン",
                "ログインした端末の種類（ブラウザが名乗る文字列）、ログインした日時と最後に使った日時",
              ],
              ["投稿", "入力した文章、台本、音声、題名、分類、ファクトチェックの結果、1日の生成回数"],
              [
                "聴いた記録",
                "会員の再生履歴（どの音声をいつ、どこまで聴いたか）と、ほかの端末で続けるための最後の再生（音声、位置、再生する順番、速さ、時刻、再生した訪問の無作為な番号）。いいね、プレイリスト、フォロー。これらから選んだその日の「今日の無限」。会員でない方のものは残しません。",
              ],
              [
                "回数の記録",
                "再生や表示を重ねて数えないための印。会員の識別子、訪問ごとの無作為な番号、またはIPアドレスとブラウザの種類を、元に戻しにくい値（ハッシュ）に変えたものです。",
              ],
              ["通知", "あなたへの通知。プッシュ通知をオンにしたときは、ブラウザが発行する宛先と暗号の鍵"],
              ["お問い合わせと報告", "お名前、メールアドレス、内容、お返事。音声の報告では、その理由と説明"],
              ["Cookieへの同意", "お答えの内容と日時、無作為な番号"],
              [
                "お支払い",
                "プレミアムの契約の状態と期間、お支払いの日と金額、一時停止と付与の記録、決済事業者が付ける番号。カード番号は決済事業者が直接受け取り、運営者には渡りません。",
              ],
              [
                "管理画面へのログインの失敗",
                "運営者のための管理画面に、誤った名前やパスワードが送られたときの、接続元のIPアドレス、回数、日時。入力された内容は残しません。90日で消えます。",
              ],
              [
                "通信の記録",
                "日時、開いたパス、応答の状態、処理時間、ログインやデータの受け取り、退会があったこと（アカウントの番号付き）。Mugenのプログラムは、この記録に名前、メールアドレス、IPアドレス、入力内容を書きません。IPアドレスは、使いすぎを防ぐために、処理のあいだだけメモリーで使います。",
              ],
            ],
          },
        ],
        keywords: [
          "どんな個人情報を集めている 収集する情報 何を保存 取得する情報 IPアドレス ログ カード情報は保存される 位置情報 パスワードは保存",
        ],
      },
      {
        id: "purposes",
        title: "3. 使いみち",
        blocks: [
          {
            list: [
              "ログインした方を確かめ、アカウントを守るため",
              "音声を生成し、公開し、再生し、探せるようにするため",
              "再生履歴やお気に入りを、ご本人に示すため",
              "再生回数などを正しく数えるため",
              "通知、お知らせ、契約に必要なメールを送るため",
              "プレミアムの料金を請求し、契約を管理するため",
              "お問い合わせと報告に対応し、不正な利用を防ぐため",
              "障害を調べ、サービスを改善するため",
            ],
          },
          "広告のために情報を使うこと、あなたの行動から性格や関心を推定すること、文章や音声をAIの学習に使うことはありません。",
        ],
        keywords: ["利用目的 何に使う 広告に使われる データの利用 ターゲティング 行動分析"],
      },
      {
        id: "ai",
        title: "4. 文章とAI",
        blocks: [...aiBlocks(externalServices)],
        keywords: [
          "入力した文章は外部に送られる AIに送信 ChatGPT Gemini OpenAI 生成AIに学習 チャットの内容は保存 機密の文章",
        ],
      },
      {
        id: "retention",
        title: "5. 保存する期間",
        blocks: [
          {
            pairs: [
              ["アカウント、投稿、聴いた記録", "ご自身で削除するか、退会するまで"],
              [
                "ログインした端末",
                `最後に使ってから${facts.sessionLifetime}、長くてもログインから${facts.maxSessionLifetime}、またはログアウトするまで`,
              ],
              ["途中のGoogleログイン", facts.signInLifetime],
              ["試聴用の音声（投稿していないもの）", facts.previewLifetime],
              ["台本（投稿していないもの）", facts.scriptLifetime],
              ["回数の記録の印", facts.maxRecountAfter],
              ["再生履歴を消した印（遅れて届いた記録で戻らないようにするもの）", `${maxAgeS / 86_400}日`],
              ["通知", facts.notificationRetention],
              ["プッシュ通知の宛先", "オフにするか、その端末からログアウトするまで"],
              ["Cookieへの同意", `最後のお答えから${facts.consentRetention}`],
              [
                "送ったメール",
                `送信が済むまで。届けられなかったものと、送らずにファイルに書き出したものは${facts.emailRetention}`,
              ],
              ["会員のお問い合わせとお返事", "対応に必要な期間。退会すると削除します"],
              ["会員でない方のお問い合わせ", "対応に必要な期間。ご請求があれば削除します"],
              ["音声の報告", "対象の音声が削除されるまで。退会すると、報告した方との結び付きを消します"],
              [
                "運営者の操作の記録",
                `${facts.auditRetention}。退会した方についての中身は、退会とともに消します`,
              ],
              [
                "契約とお支払いの記録",
                "退会するまで。決済事業者の記録は、法令が定める期間、事業者が保存します",
              ],
            ],
          },
          "退会すると、投稿、画像、再生履歴などは、すぐにサーバーから削除されます。障害に備えた写し（バックアップ）には、入れ替わるまで残ることがあります。",
        ],
        keywords: [
          "保存期間 いつまで保存 データはいつ消える 退会したらデータは消える バックアップに残る 通知はいつ消える",
        ],
      },
      {
        id: "cookies",
        title: "6. Cookieと、端末に保存する情報",
        blocks: [
          "次のCookieは、サービスを動かすために使います。どれもMugen自身のもので、ほかのサイトでの行動を追うことはできません。HTTPSでは、名前の前に「__Host-」が付きます。",
          {
            pairs: cookieInventory.map(
              ({ name, purpose, lifetime }) => [name, `${purpose}（${lifetime}）`] as const,
            ),
          },
          "プレミアムのお申し込みでカードの入力欄を開いたときだけ、決済事業者のStripeが、不正な利用を防ぐために次のCookieを置きます。",
          {
            pairs: stripeCookies.map(
              ({ name, purpose, lifetime }) => [name, `${purpose}（${lifetime}）`] as const,
            ),
          },
          "このほか、端末の保存領域に、再生速度、聴いていた位置、まだ送れていない聴いた記録、最近の検索（検索のページで消せます）、書きかけの文章（24時間）、各種の切り替え、訪問ごとの無作為な番号、ログインの前に押したいいねを保存します。オフライン再生では、選んだ音声も保存します。ブラウザの設定で消せます。",
          ...(analyticsHost === null
            ? ["許可が必要なCookieは、いまは使っていません。"]
            : ["お答えは、メニューの「Cookieの設定」でいつでも変えられます。"]),
        ],
        keywords: ["Cookie クッキー 一覧 ローカルストレージ 端末に保存 トラッキング 第三者Cookie"],
      },
      {
        id: "analytics",
        title: "7. アクセス解析（外部への送信）",
        blocks:
          analyticsHost === null
            ? ["いまは、アクセス解析を使っていません。使うときは、許可をいただいた方だけを対象にします。"]
            : [
                `Cookieの設定で「すべて許可」を選んだ方だけ、どのページがよく見られているかを知るための解析を使います。送り先は${analyticsHost}で、開いたページのアドレス、参照元、ブラウザと画面の種類、IPアドレスが送られます。名前やメールアドレスは送りません。`,
                "許可は、メニューの「Cookieの設定」で取り消せます。次にページを開いたときから送信が止まります。",
              ],
        keywords: ["アクセス解析 外部送信 Google Analytics 解析ツール 計測"],
      },
      {
        id: "processors",
        title: "8. 外部のサービス",
        blocks: [
          "次の事業者に、それぞれの目的に必要な情報だけを渡します。",
          {
            pairs: [
              [
                "Google（米国）",
                "ログインのとき、Googleの画面でご本人を確かめます。Googleのプロフィール画像を使う方の画像は、Googleのサーバーから直接表示されるため、見る方のIPアドレスがGoogleに伝わります。",
              ],
              [
                "Stripe（米国）",
                "プレミアムのお支払い。お申し込みのときに、お名前、メールアドレス、アカウントの番号を渡します。カードの情報は、お使いのブラウザからStripeに直接送られます。Stripeは、不正な利用を防ぐために、カードの入力欄を開いたブラウザの情報とIPアドレスも受け取り、自らの方針に従って扱います。",
              ],
              [
                "プッシュ通知の配信",
                "通知をオンにした方だけ、お使いのブラウザの配信事業者（Google、Apple、Mozilla、Microsoft）を通じて届けます。中身は暗号化され、配信事業者には読めません。",
              ],
              ["メールの配信", "運営者が使うメールのサーバー。宛先と本文を渡します。"],
              ...[...new Set(externalServices.map(({ recipient }) => recipient))].map(
                (recipient) => [recipient, "「4. 文章とAI」の作業のために、文章を送ります。"] as const,
              ),
              ["サーバー", "運営者が使うサーバーの事業者。保存する情報を預けます。"],
            ],
          },
          "米国など外国の事業者に渡すときは、その国の制度と、事業者が講じる保護の措置を確かめたうえで行います。詳しくは[お問い合わせ](/contact)からおたずねください。",
        ],
        keywords: ["外部のサービス 委託先 海外に送られる 第三者 Googleに渡る情報 Stripeに渡る情報 外国"],
      },
      {
        id: "disclosure",
        title: "9. 第三者への提供",
        blocks: [
          "運営者は、個人データを売りません。ご本人の同意なく第三者に提供するのは、法令にもとづくとき、人の生命、身体または財産を守るために必要で同意を得ることが難しいときなど、個人情報の保護に関する法律が認める場合だけです。",
        ],
        keywords: ["第三者提供 情報を売る 警察に渡す 個人情報を他社に 開示請求"],
      },
      {
        id: "visibility",
        title: "10. ほかの人に見えるもの",
        blocks: [
          {
            pairs: [
              [
                "だれにでも",
                "名前、画像、ユーザーID、Xアカウント、公開した音声（台本の文字を含みます）と公開プレイリスト、フォローとフォロワーの数、再生やいいねの数",
              ],
              ["会員に", "フォローしている方とフォロワーの一覧"],
              ["投稿した会員に", "いいねやプレイリストへの追加、フォローをした方の名前（通知）"],
              ["招待した会員に", "招待で参加した方の名前"],
              [
                "ご本人だけに（ほかの人には見えません）",
                "メールアドレス、再生履歴、お気に入りの一覧、非公開の音声とプレイリスト、下書き、通知、端末の一覧",
              ],
            ],
          },
          "運営者は、お問い合わせにお答えするときや、不正な利用を調べるときなど、必要な場合に限り、会員のメールアドレス、非公開の音声、再生履歴、ログインした端末の一覧を見ることがあります。非公開の音声、再生履歴、端末の一覧を見たときは、だれがいつ見たかを、そのたびに記録します。",
        ],
        keywords: [
          "他の人に見える 運営は何を見られる 管理者に見られる 公開される情報 いいねした人が分かる フォロワー一覧は誰が見られる 台本は公開される",
        ],
      },
      {
        id: "safety",
        title: "11. 安全のための措置",
        blocks: [
          "通信は暗号化します。ログインの鍵は、盗まれても使えない値（ハッシュ）に変えて保存します。アップロードされた画像は、撮影場所などの付加情報を取り除いて保存します。情報に触れられる人を必要な範囲に限り、運営者が行った変更は、すべて操作の記録に残します。漏えいなどが起きたときは、法令に従って報告し、ご本人に知らせます。",
        ],
        keywords: ["セキュリティ 安全対策 暗号化 漏えい 情報漏洩 ハッキング 写真の位置情報 EXIF"],
      },
      {
        id: "rights",
        title: "12. ご自身でできること",
        blocks: [
          {
            pairs: [
              [
                "見る・受け取る",
                "[アカウント設定](/profile/account)の「データをダウンロード」で、保存しているあなたの情報をすべて受け取れます。",
              ],
              [
                "直す",
                "[プロフィールの編集](/profile/edit)で、名前、画像、ユーザーID、Xアカウントを変えられます。",
              ],
              [
                "消す",
                "[再生履歴](/history)、投稿、プレイリストは、それぞれの画面で消せます。アカウントごと消すには、アカウント設定の「アカウントの削除」を使います。",
              ],
              [
                "同意を変える",
                `${analyticsHost === null ? "" : "Cookieはメニューの「Cookieの設定」で、"}プッシュ通知は設定で、いつでも変えられます。Googleとの接続は、Googleアカウントの設定で解除できます。`,
              ],
            ],
          },
          "承認待ちの方、承認されなかった方も、ログインすればデータの受け取りと削除ができます。このほか、開示、訂正、利用の停止、消去、第三者への提供の停止などのご請求は、[お問い合わせ](/contact)から承ります。ご本人であることを確かめたうえで、遅滞なく、無料で対応します。",
        ],
        keywords: [
          "個人情報の開示 訂正 利用停止 消去の請求 データを見たい 個人情報を消してほしい 権利 同意の撤回 Googleとの連携を解除",
        ],
      },
      {
        id: "minors",
        title: "13. 未成年の方",
        blocks: [
          `${ageRule(operator, "ご利用")}法定代理人の方は、[お問い合わせ](/contact)から、お子さまの情報の開示や消去を求めることができます。`,
        ],
        keywords: ["子どもの個人情報 保護者 親 未成年の情報"],
      },
      {
        id: "changes",
        title: "14. この方針の変更",
        blocks: [
          "この方針を変えるときは、内容と実施の日を、この画面と本サービスの中で知らせます。使いみちを大きく変えるときは、改めて同意をいただきます。",
        ],
        keywords: ["プライバシーポリシーの変更 改定"],
      },
      {
        id: "contact",
        title: "15. お問い合わせ",
        blocks: [
          operator.email === null
            ? "個人情報についてのご質問や苦情は、[お問い合わせ](/contact)からお寄せください。"
            : `個人情報についてのご質問や苦情は、[お問い合わせ](/contact)または${operator.email}へお寄せください。`,
        ],
        keywords: ["個人情報の窓口 苦情"],
      },
    ],
  };
}
