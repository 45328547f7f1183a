import { environment } from "#app/config/environment.ts";
import { findVoiceTerms, type VoiceTerms, voicevoxSource } from "#app/config/voice-terms.ts";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import { type MadeWith, speechMadeWith, textMadeWith } from "#app/engines/made-with.ts";
import {
  type ExternalService,
  externalServices,
  harmEngine,
} from "#app/features/providers/server/external-services.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { startOfTokyoDay } from "#app/lib/tokyo-day.ts";
import type { Article } from "../article.ts";
import { serviceUses } from "./facts.server.ts";
import { pageHosts } from "./page-hosts.server.ts";

const engineNames: Record<MadeWith["engine"], string> = {
  local: "このプログラムの中のエンジン",
  gemini: "Gemini",
  openai: "OpenAIの形式のサーバー",
  voicevox: "VOICEVOXの形式のエンジン",
};

const nameOf = ({ engine, model }: MadeWith) => `${engineNames[engine]}${model ? `（${model}）` : ""}`;

/** What machines make, which ones, what leaves the site, how it is marked and how to object. Built from the settings. */
export function aiArticle(): Article {
  const settings = environment();
  const services = externalServices();
  return {
    path: "/ai",
    title: "AIについて",
    lead: "このサイトで機械が作るもの、使っているエンジンとモデル、外に送るもの、その示し方と、申し立ての方法です。いまの設定から作られるページです。",
    effective: null,
    sections: [
      {
        id: "made-by-machine",
        title: "機械が作るもの",
        blocks: [
          {
            pairs: [
              [
                "台本、題名、分類",
                `会員の文章から、${nameOf(textMadeWith(settings.SCRIPT_ENGINE))}が作ります。`,
              ],
              ["声", `すべて合成音声です。${nameOf(speechMadeWith())}が読み上げます。`],
              [
                "ファクトチェック",
                `${nameOf(textMadeWith(settings.FACT_CHECK_ENGINE))}が行います。正しさを保証するものではありません。`,
              ],
              [
                "投稿の内容の確認",
                harmEngine() === "local"
                  ? "このプログラムの中の規則で行います。"
                  : `このプログラムの中の規則と、${nameOf(textMadeWith(harmEngine()))}で行います。公開を見合わせた音声は、運営が確かめます。`,
              ],
              [
                "AIサポートの回答",
                `${nameOf(textMadeWith(settings.CHAT_ENGINE))}が、ヘルプと規約の文章から答えます。`,
              ],
              ["カバー画像、読み仮名、検索", "このプログラムの中の規則と辞書で作ります。"],
            ],
          },
          "文章を書き、聴いて確かめ、公開すると決めるのは会員です。運営が追加した録音には、AIの表示がありません。",
        ],
      },
      {
        id: "voices",
        title: "声とその条件",
        blocks: [
          { pairs: voicePairs() },
          "投稿した音声をほかで使う方と、音声を紹介する方は、使われている声の利用規約にも従ってください。声の名前は、音声のページ、フィード、埋め込み、ファイルのタグに表示します。",
        ],
      },
      {
        id: "what-leaves",
        title: "外に送るもの",
        blocks: [
          ...servicesBlocks(services),
          "お使いのブラウザがやりとりをする、ほかの会社のサーバーは、次のとおりです。このほかのサーバーからは、どのページも読み込まず、送りません。",
          { pairs: pageHosts().map(({ hosts, purpose }) => [hosts.join("、"), purpose] as const) },
          "運営者は、報告や失敗した生成などの件数を、チャットなど自分で決めたサーバーに送ることがあります。書かれた文章、題名、名前は送りません。",
          "文章や音声を、AIの学習に使うことはありません。個人情報の扱いは[プライバシーポリシー](/privacy)にあります。",
        ],
      },
      {
        id: "marks",
        title: "AIであることの示し方",
        blocks: [
          {
            pairs: [
              [
                "音声と一節のページ、埋め込み",
                "「AI音声」と表示し、声の権利者が求めるときはその名前を表示します。",
              ],
              [
                "フィードとファイル",
                `「${aiNote}」という文と、声の名前を、フィードの説明とファイルのタグに入れます。`,
              ],
              [
                "声で",
                {
                  spoken: `新しい音声のはじめに「${aiNote}」と読み上げます。`,
                  feeds: `フィードのファイルと、保存するファイルのはじめに「${aiNote}」と読み上げます。このサイトで聴く音声では、読み上げません。`,
                  written: "読み上げはしません。",
                }[settings.AI_NOTE],
              ],
              [
                "署名された来歴",
                "音声ごとに、エンジン、モデル、声、訂正の記録を、サイトの鍵で署名して公開します。手もとの音声がこのサイトのものかどうかは、[音声を確かめる](/verify)で、だれでも確かめられます。",
              ],
            ],
          },
        ],
      },
      {
        id: "object",
        title: "申し立てと報告",
        blocks: [
          {
            list: [
              "音声の内容に問題があるときは、音声のページの「この音声を報告」からお知らせください。アカウントは要りません。",
              "ご自身の声や名前、文章が、許可なく使われているときは、[申し立て](/objection)からお知らせください。アカウントは要りません。受付番号をお送りし、7日以内に結果をお知らせします。",
              "公開を停止された会員は、理由をメールと画面で確かめ、[異議](/appeal)を申し立てることができます。判断は人が行います。件数は[申し立ての件数](/transparency)で公開しています。",
            ],
          },
        ],
      },
    ],
  };
}

function servicesBlocks(services: readonly ExternalService[]): Article["sections"][number]["blocks"] {
  if (services.length === 0)
    return [
      "会員が書いた文章と質問は、外部のAIサービスに送りません。運営者が管理するサーバーの中で処理します。",
    ];
  return [
    "次の作業のために、外部のAIサービスに文章を送ります。名前、メールアドレス、会員の番号は送りません。",
    {
      pairs: services.map(({ purpose, recipient }) => {
        const { work, sent } = serviceUses[purpose];
        return [work, `${recipient}に、${sent}を送ります。`] as const;
      }),
    },
  ];
}

/** With what the voice's terms ask, as far as somebody has read them. */
function voicePairs(): (readonly [name: string, text: string])[] {
  const settings = environment();
  if (settings.SPEECH_ENGINE === "voicevox") {
    const names = [...new Set(settings.VOICEVOX_VOICES.map(({ name }) => name))];
    return names.map((name) => [name, describeTerms(findVoiceTerms(name, settings))]);
  }
  if (settings.SPEECH_ENGINE === "openai" || settings.SPEECH_ENGINE === "gemini") {
    const { OPENAI_SPEECH_VOICES, GEMINI_SPEECH_VOICES } = settings;
    const voices = settings.SPEECH_ENGINE === "openai" ? OPENAI_SPEECH_VOICES : GEMINI_SPEECH_VOICES;
    return [[voices.map(({ name }) => name).join("、"), describeTerms(null)]];
  }
  const own = [settings.LOCAL_VOICE_A, settings.LOCAL_VOICE_B].some(Boolean)
    ? [["運営者が加えた声", describeTerms(null)] as const]
    : [];
  return [...own, ...bundledTerms];
}

/** All voices of this program are made from these recordings. */
const bundledTerms = [
  [
    "HTS Voice「Mei」（女性の声）",
    "© 2009–2013 名古屋工業大学、MMDAgent Project Team。クリエイティブ・コモンズ 表示 3.0（https://creativecommons.org/licenses/by/3.0/deed.ja）。高さ、速さ、響きを変えています。",
  ],
  [
    "HTS Voice「nitech_jp_atr503_m001」（男性の声）",
    "© 2003–2012 名古屋工業大学、© 2003–2008 東京工業大学。クリエイティブ・コモンズ 表示 3.0。高さ、速さ、響きを変えています。",
  ],
] as const;

const consentTexts = {
  company: "法人が使うときは、権利者の許可が必要です。",
  commercial: "収益を得る使い方には、権利者の許可が必要です。",
  everybody: "音声作品に使うときは、権利者の許可が必要です。",
};

function describeTerms(terms: VoiceTerms | null): string {
  if (!terms) return "条件は調べていません。声の提供元の利用規約をご確認ください。";
  const { credit, consent } = terms;
  return `「${credit}」と表示して使います。${consent ? consentTexts[consent] : ""}利用規約：${terms.terms}（${formatDate(startOfTokyoDay(voicevoxSource.readOn))}に確認）`;
}
