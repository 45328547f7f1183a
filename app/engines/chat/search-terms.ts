import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

/** A group of synonyms per line: 「サブスクをやめたい」 finds 解約. */
const synonymGroups: readonly string[] = [
  "概要 どんなサービス どんなアプリ どういうサービス どういうアプリ 何のサービス 何のアプリ なんのアプリ 何ができる 何をする mugenとは mugenって",
  "使えない 使えません 無効 使用済み 利用できない 利用できません 使えなかった",
  "解約 キャンセル 自動更新 解除 中途解約 やめたい やめる やめ方 やめられ やめたら 辞めたい 辞める 辞め方 止めたい 打ち切",
  "退会 アカウント削除 アカウントの削除 アカウントを削除 アカウントを消 アカウントごと消 垢消し 登録解除 登録を解除 登録を消 脱退 退会手続",
  "一時停止 休会 休止 お休み 休みたい 中断したい 一旦止め ストップ",
  "再開 復活 復帰",
  "返金 払い戻し 払戻 返してほしい 返ってき 返還 日割り 返品 クーリングオフ",
  "料金 値段 価格 いくら 費用 月額 年額 お金 代金 金額 利用料 会費 値上げ 何円",
  "支払 支払い 支払う 支払った 払う 払え 払い 決済 請求 引き落とし 引落 課金 入金 お支払い",
  "カード クレジットカード クレカ デビットカード デビット visa mastercard jcb クレジット",
  "プレミアム 有料会員 有料プラン 有料版 有料 サブスク サブスクリプション プレミアム会員 課金プラン",
  "無料 ただで タダ フリー 無料会員 無料版 無料プラン",
  "特典 メリット できること 違い 比較 何が変わ 差",
  "申し込み 申込 申し込む 加入 入り方 契約 アップグレード",
  "領収書 領収証 レシート 明細 請求書",
  "お試し 試せ 試したい 体験 トライアル 無料期間",
  "広告 cm コマーシャル",
  "違約金 解約金 解約手数料 手数料",
  "カスタマーポータル ポータル",
  "ログイン サインイン ろぐいん login signin 入れない 入れません ログオン",
  "ログアウト サインアウト logout ろぐあうと",
  "登録 新規登録 会員登録 入会 参加 サインアップ 始めたい はじめたい 始める はじめ方 始め方 始めるには 始めれば 初めて はじめて 入会方法 会員になる 会員になりたい 会員になれ アカウントを作 アカウント作成",
  "招待 招待制 紹介 誘いたい 誘う 誘え 招く 呼びたい",
  "リンク url コード 招待コード アドレス",
  "友だち 友達 ともだち 知り合い 家族 友人",
  "ほしい 欲しい 手に入 持っていない 持っていません 持ってない",
  "承認 審査 許可待ち 承認待ち",
  "拒否 却下 承認されなかった 承認されない",
  "停止 凍結 ban バン 垢ban 利用停止 停止された 使えなくなった 利用制限",
  "パスワード 暗証番号 パスコード 合言葉",
  "google グーグル gmail",
  "メールアドレス メアド eメール email アドレス変更",
  "端末 デバイス スマホ スマートフォン 携帯 パソコン pc タブレット 機種 機械",
  "複数 2つ 二つ 2台 ほかの 他の 別の もう一つ",
  "未成年 高校生 中学生 小学生 子ども 子供 こども 18歳 年齢 何歳 学生 親権者 保護者 法定代理人",
  "不正アクセス 乗っ取り 乗っ取られ 不審 知らない 紛失 なくした 無くした 盗まれ",
  "作る 作成 作り方 作れ 作りたい 作って つくる つくり方 つくれ 生成 制作 作った 作り",
  "音声 音楽 ラジオ 番組 エピソード トラック 曲 放送 コンテンツ",
  "投稿 公開する アップロード アップ 配信 投稿する ポスト 配信する 発信",
  "台本 原稿 シナリオ スクリプト 下書き",
  "文章 テキスト 本文 文",
  "文字数 何文字 字数 文字 長さ",
  "回数 何回 何本 何個 何人 いくつ 上限 制限 リミット 何件 限度",
  "1日 一日 毎日 本日 今日 日ごと 明日 翌日 午前0時 リセット",
  "時間がかか 待ち時間 何分 終わらない 遅い 進まない どれくらい どのくらい",
  "消え 消えた 消える 無くなった なくなった 期限 保存期間 いつまで 期限切れ 有効期限",
  "ファクトチェック 事実確認 要確認 真偽 信頼度 確認済み",
  "間違い 間違って 誤り 正しくない 嘘 うそ デマ 不正確 正確",
  "声 ボイス 話者 声質 男性 女性 声の種類 音色",
  "読み上げ 朗読 発音 イントネーション 読み間違い 読み方",
  "編集 修正 直したい 直す 直せ 書き直 訂正 手直し",
  "変更 変えたい 変える 変え方 変えられ 変わ 変更方法 切り替え 変えて",
  "削除 消したい 消す 消し 消せ 消去 取り消 取消 けしたい 消して 消され",
  "非公開 隠す 隠したい 隠せ 自分だけ 自分だけに見え 自分にだけ見え 鍵 見えないように 限定公開 プライベート",
  "公開 見せる オープン",
  "再生 聴く 聴け 聴きたい 聴いた 聴き 聞く 聞け 聞きたい 聞いた 聞き 流す 流し 視聴 聴取 再生する 聴ける 聞ける",
  "音が出ない 音がでない 音が出ません 聞こえない 聞こえません 聴こえない 無音 鳴らない 鳴りません 音が鳴ら 音がしない 流れない 流れません",
  "再生できない 再生できません 再生されない 聴けない 聴けません 聞けない 聞けません",
  "止まる 止まって 止まり 止まった 途切れ 途切 切れる 固まる フリーズ 落ちる 中断",
  "不具合 エラー バグ 動かない 動きません 故障 トラブル おかしい 重い 開けない 表示されない 読み込めない 読み込み 障害 つながらない 繋がらない 調子",
  "音量 ボリューム 音が小さい マナーモード 消音 ミュート",
  "イヤホン イヤフォン ヘッドホン bluetooth スピーカー ブルートゥース",
  "バックグラウンド バックグラウンド再生 画面を閉じ 画面を消 画面オフ 画面を切 ロック画面 ほかのアプリ 他のアプリ 別のアプリ ながら聴き 裏で スリープ中",
  "オフライン オフライン再生 電波 圏外 地下 トンネル 飛行機 機内 地下鉄 通信量 ギガ ネットがない ネットなし 端末に保存 wi-fi wifi",
  "ダウンロード 落とす 保存する",
  "アプリ アプリ版 インストール ホーム画面 pwa ストア appstore playストア app store google play",
  "iphone アイフォン ios ipad アイフォーン",
  "android アンドロイド",
  "再生速度 倍速 2倍 2倍速 2.0倍速 1.5倍 早送り 速く 速さ スピード ゆっくり 遅く 早く",
  "音質 高音質 きれいな音 ビットレート",
  "スリープタイマー スリープ 寝落ち 寝る 寝ながら おやすみ タイマー 自動で止め",
  "履歴 再生履歴 さっき聴いた 前に聴いた 以前聴いた",
  "いいね ハート like",
  "お気に入り おきにいり 気に入った fav ファボ",
  "プレイリスト 再生リスト マイリスト リスト",
  "並べ替え 並び替え 順番 並び順 曲順 順序 入れ替え",
  "しおり ブックマーク",
  "フォロー フォロワー フォロー中 フォロー解除",
  "検索 探す 探し 探したい 見つから 見つけ さがす",
  "カテゴリ カテゴリー ジャンル 分類",
  "共有 シェア 送る 送りたい 拡散 教えたい sns",
  "埋め込み 埋め込む 埋め込め 埋めこみ ブログ ウェブサイト ホームページ 貼り付け 貼る",
  "ポッドキャスト podcast rss フィード 購読 spotify",
  "再生回数 再生数 視聴回数 再生カウント カウント",
  "ダークモード ダークテーマ 暗い 暗く 明るく 黒く 夜モード ナイトモード テーマ まぶしい 明るさ ライトモード 画面の色",
  "ショートカット キーボード キー操作",
  "通知 お知らせ プッシュ プッシュ通知 知らせ 知らせて バッジ アラート",
  "届かない 来ない 届きません 来ません 届か こない 受け取れない",
  "ブロック 許可されていない 拒否設定",
  "問い合わせ 問合せ 問い合わせる お問い合わせ 連絡 連絡先 相談 窓口 カスタマーサポート オペレーター 有人 電話したい 電話で 苦情 クレーム 要望 意見",
  "通報 報告 違反 不適切 迷惑 スパム 嫌がらせ 誹謗中傷 荒らし 悪質 通報する",
  "著作権 権利 盗用 パクリ パクられ 無断 転載 商標 肖像権 無断転載 版権",
  "プロフィール 自己紹介 マイページ",
  "名前 ニックネーム ハンドルネーム 表示名 ユーザー名 本名 実名",
  "画像 写真 アイコン アバター 顔写真",
  "ユーザーid id アカウント名",
  "個人情報 プライバシー 個人データ 身元 身バレ 匿名",
  "見える 見られ 見られる 見えて バレ ばれ 知られ 伝わ 分かる わかる 見えますか",
  "書き出し エクスポート バックアップ データをダウンロード 自分のデータ データの書き出し 控え",
  "cookie クッキー cookies トラッキング 追跡",
  "アクセス解析 analytics 解析 計測 アナリティクス",
  "第三者 他社 外部 委託 業者 渡す 渡され 売ら 売る 提供",
  "学習 トレーニング 機械学習 学習に使",
  "ai 人工知能 生成ai chatgpt gemini openai エーアイ",
  "暗号化 セキュリティ 安全 漏えい 漏洩 流出 ハッキング",
  "ipアドレス ログ 通信記録",
  "位置情報 gps exif 撮影場所",
  "運営会社 会社 会社名 販売業者 企業 法人名 どこの会社 誰が作った 誰が運営 だれが運営 運営元 運営しているのは",
  "住所 所在地 場所 本社",
  "電話番号 電話 tel",
  "代表者 責任者 社長",
  "規約 利用規約 ルール 約束 きまり ガイドライン コミュニティガイドライン",
  "禁止 禁止事項 だめ ダメ してはいけない いけない ng やってはいけない 違法",
  "裁判 裁判所 訴え 管轄 訴訟 準拠法",
  "損害 賠償 補償 保証 責任 免責 弁償",
  "商用 商用利用 収益化 収益 販売 ビジネス利用 仕事で使 動画に使 youtube",
  "対応ブラウザ ブラウザ 動作環境 chrome safari edge firefox 推奨環境 対応機種 対応os",
  "サービス終了 終了 終わる 閉鎖 なくなる",
  "メンテナンス 保守 停止予定",
  "譲る 譲渡 売買 転売 貸す",
  "なりすまし 偽物 ディープフェイク 成りすまし",
  "暴力 アダルト 性的 わいせつ 残虐 差別",
  "宣伝 広告投稿 pr 勧誘",
  "更新日 更新 いつ請求 いつ支払 いつ払 支払日 請求日 引き落とし日",
  "引き継ぎ 引継ぎ 移行 機種変更 引き継",
  "qr qrコード 二次元コード",
  "xアカウント twitter ツイッター",
];

const stopWords: readonly string[] = [
  "mugen ムゲン 無限 運営 運営者 事業者 サービス 本サービス サイト アカウント 利用 使用 使い方 使う 使え 使って 使いたい 使用する 設定 機能 画面 ページ ボタン",
  "方法 やり方 仕方 手順 手続き 手続 場合 時 とき 際 事 こと 物 もの 人 方 中 的 等 など 為 ため 後 前 間 内容 情報",
  "教え 教えて 知りたい 知り 質問 回答 答え お願い 願い 下さい ください 可能 必要 大丈夫 本当 普通 急 今 現在 最近 先日 毎回 全部 全て すべて 自分 私 僕 俺 誰か 皆",
  "何 何か どこ いつ 誰 だれ どう どの なぜ 何故 理由 原因 対処 解決 困って 困り 出来 出 入 行 来 見 思 言 取 持 押 開 込 付 上 下 良 悪 多 少 早 度 回 件 点 目 例 先 側 用 型 他 別 以外 以上 以下",
  "できる できない できます できません したい ない あり ある なし ください ますか ですか でしょうか について とは って",
];

const wordsIn = (line: string) => line.split(" ");

const maxWordLength = Math.max(
  ...[...synonymGroups, ...stopWords].flatMap(wordsIn).map((word) => word.length),
);

const synonymGroupByWord = new Map<string, string | null>();
for (const line of stopWords) for (const word of wordsIn(line)) synonymGroupByWord.set(word, null);
for (const line of synonymGroups) {
  const words = wordsIn(line);
  for (const word of words)
    if (!synonymGroupByWord.has(word) || synonymGroupByWord.get(word) === null)
      synonymGroupByWord.set(word, `=${words[0]}`);
}

/** `=` and the group's first word; null for stop words, undefined if unknown. */
const synonymGroupOf = (word: string): string | null | undefined => synonymGroupByWord.get(word);

type Kind = "kanji" | "katakana" | "latin" | "other";

function kindOf(character: string): Kind {
  if (/[\p{Script=Han}々]/u.test(character)) return "kanji";
  if (/[\p{Script=Katakana}ー]/u.test(character)) return "katakana";
  if (/[\p{Script=Latin}\p{Nd}]/u.test(character)) return "latin";
  return "other";
}

/**
 * Search terms: known words become their group; else runs of katakana, letters or digits stay whole, kanji become bigrams.
 * Drops stop words, other hiragana and single digits; keeps repetitions.
 */
export function searchTerms(text: string): string[] {
  const folded = normalizeUnicode(text, "NFKC").toLowerCase();
  const terms: string[] = [];
  let run = "";
  let kind: Kind = "other";
  const endRun = () => {
    terms.push(...termsOfRun(run, kind));
    run = "";
  };
  for (let at = 0; at < folded.length; ) {
    const word = knownWordAt(folded, at);
    if (word !== null) {
      endRun();
      const group = synonymGroupOf(word);
      if (group) terms.push(group);
      at += word.length;
      continue;
    }
    const character = String.fromCodePoint(folded.codePointAt(at) ?? 0);
    const next = kindOf(character);
    if (next !== kind) endRun();
    kind = next;
    run += character;
    at += character.length;
  }
  endRun();
  return terms;
}

/** The longest; Latin words and numbers only whole. */
function knownWordAt(text: string, at: number): string | null {
  for (let length = Math.min(maxWordLength, text.length - at); length > 0; length--) {
    const word = text.slice(at, at + length);
    if (synonymGroupOf(word) === undefined) continue;
    if (!isInsideLatinWord(text, at) && !isInsideLatinWord(text, at + length)) return word;
  }
  return null;
}

function isInsideLatinWord(text: string, at: number): boolean {
  return /[a-z0-9]/.test(text.charAt(at - 1)) && /[a-z0-9]/.test(text.charAt(at));
}

function termsOfRun(run: string, kind: Kind): string[] {
  if (run === "" || kind === "other") return [];
  if (/^\d$/.test(run)) return [];
  if (kind !== "kanji") return [run];
  const characters = Array.from(run);
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
